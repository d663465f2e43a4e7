import { writeFile } from 'node:fs/promises';
import { ENGINE_VERSION } from '#core/compatibility/classify.js';
import { usageFailure } from '../exit-codes.js';
import type { Terminal } from '../output/terminal.js';
import { planGithub } from './github.js';
import { planJunit } from './junit.js';
import { planMarkdown } from './markdown.js';
import { planJson, type Plan } from './plan.js';
import { planSarif } from './sarif.js';
import { planText } from './text.js';

/** The summary of a run in GitHub Actions takes a mebibyte; nobody reads more. */
const MOST_OF_A_SUMMARY = 700_000;

const REPORTS = {
  text: planText,
  json: (_terminal: Terminal, plan: Plan) => planJson(plan),
  markdown: (_terminal: Terminal, plan: Plan) => planMarkdown(plan, MOST_OF_A_SUMMARY),
  junit: (_terminal: Terminal, plan: Plan) => planJunit(plan),
  sarif: (_terminal: Terminal, plan: Plan) => planSarif(plan, ENGINE_VERSION),
  github: (_terminal: Terminal, plan: Plan) => planGithub(plan),
} as const;

export type ReportForm = keyof typeof REPORTS;

export const REPORT_FORMS = Object.keys(REPORTS) as readonly ReportForm[]; // the keys just above

/** One report that is asked for: its form, and the file that it goes to instead of the output. */
export interface Output {
  readonly form: ReportForm;
  readonly file: string | null;
}

/** Reads `markdown` or `junit=report.xml`. */
export const readOutput = (text: string): Output => {
  const [name = '', ...rest] = text.split('=');
  const form = REPORT_FORMS.find((known) => known === name);
  const file = rest.join('=');
  if (form === undefined || (rest.length > 0 && file === '')) {
    throw usageFailure(
      `${text} is no form of a report`,
      `Give ${REPORT_FORMS.join(', ')}, each alone or with a file: sarif=plan.sarif.`,
    );
  }
  return { form, file: rest.length === 0 ? null : file };
};

/** Writes every report; what goes into a file has no colours. */
export const writeOutputs = async (
  terminal: Terminal,
  plan: Plan,
  outputs: readonly Output[],
): Promise<void> => {
  for (const { form, file } of outputs) {
    if (file === null) terminal.out(REPORTS[form](terminal, plan));
    else await writeReport(file, REPORTS[form]({ ...terminal, colour: false }, plan));
  }
};

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text === '' ? '' : `${text}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${file} cannot be written: ${reason}`);
  }
}
