import type { JsonObject } from '#core/json/value.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { manifestOf } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const withField = (schema: unknown): JsonObject =>
  ({ type: 'object', properties: { field: schema } }) as JsonObject;

/** Twelve definitions, each of which is any one of all twelve. */
const mutual = (least: number): JsonObject => {
  const branch = (n: number) => ({
    type: 'object',
    properties: { [`p${n}`]: { $ref: `#/$defs/n${n}` }, k: { minimum: n === 11 ? least : n } },
    required: [`p${n}`],
  });
  const definitions = times(12, (n) => [`n${n}`, { oneOf: times(12, branch) }] as const);
  return { ...withField({ $ref: '#/$defs/n0' }), $defs: Object.fromEntries(definitions) };
};

const nested = (levels: number, innermost: object): object =>
  levels === 0 ? innermost : { type: 'object', properties: { in: nested(levels - 1, innermost) } };

const circle = (minimum: number): JsonObject => ({
  ...withField({ $ref: '#/$defs/a' }),
  $defs: { a: { allOf: [{ $ref: '#/$defs/b' }], minimum }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
});

type Hostile = readonly [name: string, before: JsonObject, after: JsonObject];

const BREAKING: readonly Hostile[] = [
  [
    'forty nested levels',
    withField(nested(40, { type: 'string' })),
    withField(nested(40, { type: 'string', minLength: 1 })),
  ],
  [
    'enums of 5,000 values',
    withField({ enum: times(5_000, (n) => `value ${n}`) }),
    withField({ enum: times(5_000, (n) => `value ${n + 1}`) }),
  ],
  [
    'a million items at least',
    withField({ type: 'array', minItems: 1_000_000 }),
    withField({ type: 'array', minItems: 1_000_001 }),
  ],
  ['decimals in multipleOf', withField({ multipleOf: 0.1 }), withField({ multipleOf: 0.25 })],
];

const INTRICATE: readonly Hostile[] = [
  ['twelve branches that recur mutually', mutual(11), mutual(12)],
  [
    'a pattern that explodes',
    withField({ pattern: '^(a+)+$' }),
    withField({ pattern: '^(a|aa)+$' }),
  ],
];

const REFUSED: readonly Hostile[] = [['a circle through allOf', circle(1), circle(2)]];

const diff = (before: JsonObject, after: JsonObject) =>
  admin.post('/v1/diffs').send({
    before: manifestOf({ input_schema: before }),
    after: manifestOf({ input_schema: after }),
  });

describe('the schemas of somebody who means no good', () => {
  it.each(BREAKING)('are told to break, proved or undecided: %s', async (_, before, after) => {
    const { body } = await diff(before, after).expect(200);
    expect(body.required_bump).toBe('major');
  });

  it.each(INTRICATE)(
    'get an answer, and what is undecided is major: %s',
    async (_, before, after) => {
      const { body } = await diff(before, after).expect(200);
      const kinds = body.changes.map(({ proof }: { proof: { kind: string } }) => proof.kind);
      expect(kinds.includes('undecided') ? body.required_bump : 'major').toBe('major');
    },
  );

  it.each(REFUSED)('are refused before anything looks into them: %s', async (_, before, after) => {
    const { body } = await diff(before, after).expect(422);
    expect(body.code).toBe('schema-invalid');
  });

  it('may not hold a number that no double is', async () => {
    const text = JSON.stringify(manifestOf({ input_schema: withField({ maximum: 12345 }) }));
    const pair = `{"before":${text},"after":${text.replace('12345', '9007199254740993')}}`;
    const answer = await admin.post('/v1/diffs').set('content-type', 'application/json').send(pair);
    expect(answer.body.code).toBe('unsafe-number');
    expect(answer.status).toBe(400);
  });
});
