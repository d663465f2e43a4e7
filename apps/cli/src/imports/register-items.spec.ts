import fc from 'fast-check';
import { ApiClient } from '../client/api-client.js';
import { EXIT, EXIT_OF_KIND } from '../exit-codes.js';
import type { Item } from './item.js';
import { registerItems } from './register-items.js';

type Verdict = 'good' | 'refused' | 'unreadable' | 'breaks the service' | 'too large';

const itemsOf = (verdicts: readonly Verdict[]): Item[] =>
  verdicts.map((verdict, n) => ({
    tool_id: `a.tool_${n}`,
    version: '1.0.0',
    manifest: { description: verdict },
  }));

const problem = (status: number, code: string, more: object = {}): Response =>
  Response.json({ status, code, title: code, detail: code, ...more }, { status });

/** All or nothing, as the service is; `says` of each item what it would do to the whole bulk. */
const bulk = (items: readonly Item[]): Response => {
  const places = (wanted: Verdict) =>
    items.flatMap(({ manifest }, n) => (manifest['description'] === wanted ? [n] : []));
  if (places('too large').length > 0) return problem(413, 'body-too-large');
  if (places('breaks the service').length > 0) return problem(500, 'internal');
  const [unreadable] = places('unreadable');
  if (unreadable !== undefined) {
    const errors = [
      { pointer: `/items/${unreadable}/manifest/title`, code: 'x', message: 'no text' },
    ];
    return problem(400, 'body-invalid', { errors });
  }
  const refused = places('refused').map((index) => ({
    index,
    ...items[index],
    manifest: undefined,
    code: 'schema-invalid',
    detail: 'a bad schema',
    errors: [{ pointer: '/input_schema/type', code: 'type', message: 'no object' }],
  }));
  if (refused.length > 0) return problem(422, 'items-refused', { items: refused });
  return Response.json({
    items: items.map(({ tool_id, version }) => ({ tool_id, version, outcome: 'created' })),
  });
};

const importing = async (items: readonly Item[], answer: (items: readonly Item[]) => Response) => {
  const paths: string[] = [];
  const client = new ApiClient({
    url: 'http://catalog.example',
    token: undefined,
    fetch: (url, init) => {
      paths.push(String(url));
      const body = JSON.parse(String(init?.body)) as { items: Item[] };
      return Promise.resolve(answer(body.items));
    },
    sleep: () => Promise.resolve(),
    now: () => 0,
  });
  let seen = 0;
  const onOutcomes = (some: readonly unknown[]) => {
    seen += some.length;
  };
  const outcomes = await registerItems(client, items, { dryRun: false, onOutcomes });
  return { outcomes, paths, seen };
};

const verdict = fc.constantFrom<Verdict[]>(
  ...([
    'good',
    'good',
    'good',
    'refused',
    'unreadable',
    'breaks the service',
    'too large',
  ] as const),
);

describe('registering many tools', () => {
  it('takes every good one, whatever the bad ones do, and says of each what became of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(verdict, { maxLength: 230 }), async (verdicts) => {
        const items = itemsOf(verdicts);
        const { outcomes, seen } = await importing(items, bulk);
        expect(seen).toBe(items.length);
        const byId = new Map(outcomes.map(({ item, outcome }) => [item.tool_id, outcome]));
        expect(items.map(({ tool_id }) => byId.get(tool_id))).toEqual(
          verdicts.map((one) => (one === 'good' ? 'created' : 'quarantined')),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('gives the reason with its place in the manifest', async () => {
    const { outcomes } = await importing(itemsOf(['refused', 'unreadable']), bulk);
    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual([
      { code: 'body-invalid', pointer: '/title', message: 'no text' },
      { code: 'schema-invalid', pointer: '/input_schema/type', message: 'no object' },
    ]);
  });

  it('asks once more where a bulk holds refused tools, and not for each of them', async () => {
    const { paths } = await importing(itemsOf(['refused', 'good', 'refused']), bulk);
    expect(paths).toHaveLength(2);
  });

  it('sets all of a namespace aside that is not granted, without asking for each tool', async () => {
    const { outcomes, paths } = await importing(itemsOf(['good', 'good']), () =>
      problem(403, 'namespace-forbidden'),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['quarantined', 'quarantined']);
    expect(paths).toHaveLength(1);
  });

  it.each([
    [401, 'unauthenticated'],
    [503, 'database-unavailable'],
  ])('ends at %i, which says nothing of any tool', async (status, code) => {
    await expect(importing(itemsOf(['good']), () => problem(status, code))).rejects.toThrow(code);
  });

  it('says what would be allowed where the step is too small', async () => {
    const check = { minimum_version: '2.0.0' };
    const { outcomes } = await importing(itemsOf(['good']), () =>
      problem(422, 'items-refused', {
        items: [{ index: 0, code: 'bump-too-small', detail: 'a larger step is needed', check }],
      }),
    );
    expect(outcomes).toMatchObject([
      { reason: { message: 'a larger step is needed; 2.0.0 would be allowed' } },
    ]);
  });
});

describe('the exit code of a refusal', () => {
  it('tells what asking again would change from what it would not', () => {
    const again = Object.entries(EXIT_OF_KIND).filter(([, exit]) => exit === EXIT.unreachable);
    expect(again.map(([kind]) => kind)).toEqual([
      'timeout',
      'too-many-requests',
      'internal',
      'unavailable',
    ]);
  });
});
