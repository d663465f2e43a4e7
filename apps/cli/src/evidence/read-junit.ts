import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** When it began, where the report says it with an offset: RFC 3339. */
  readonly at: string | null;
}

export type TestRunReading =
  { readonly ok: true; readonly run: TestRun } | { readonly ok: false; readonly message: string };

/** Reads a JUnit report, of which there are many dialects: what counts are its test cases. */
export const readJunit = (xml: string): TestRunReading => {
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(xml) satisfies XmlDocument);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { ok: false, message: `is no XML: ${reason}` };
  }
  if (root === null || !['testsuites', 'testsuite'].includes(root.name)) {
    return {
      ok: false,
      message: 'is no JUnit report: its root is neither testsuites nor testsuite',
    };
  }
  const elements = [...everyElement(root)];
  const cases = elements.filter(({ name }) => name === 'testcase');
  const suites = elements.filter(({ name }) => name === 'testsuites' || name === 'testsuite');
  const failed = cases.filter((one) => hasChild(one, ['failure', 'error'])).length;
  const skipped = cases.filter((one) => hasChild(one, ['skipped'])).length;
  return {
    ok: true,
    run: {
      passed: cases.length - failed - skipped,
      // What fails before any test begins, some runners tell in a suite's count alone.
      failed: Math.max(failed, ...suites.map(failuresStated)),
      skipped,
      at: latestTime(suites),
    },
  };
};

function* everyElement(root: XmlElement): Generator<XmlElement> {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const child of next.children) if (child instanceof XmlElement) waiting.push(child);
  }
}

function hasChild({ children }: XmlElement, names: readonly string[]): boolean {
  return children.some((child) => child instanceof XmlElement && names.includes(child.name));
}

function failuresStated({ attributes }: XmlElement): number {
  const stated = [attributes['failures'], attributes['errors']].map((text) => Number(text ?? 0));
  return stated.reduce((sum, count) => sum + (Number.isSafeInteger(count) ? count : 0), 0);
}

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function latestTime(suites: readonly XmlElement[]): string | null {
  const times = suites
    .map(({ attributes }) => attributes['timestamp'] ?? '')
    .filter((text) => WITH_OFFSET.test(text) && !Number.isNaN(Date.parse(text)));
  const [latest] = times.sort((one, other) => Date.parse(other) - Date.parse(one));
  return latest ?? null;
}
