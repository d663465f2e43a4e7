import { firstManifestOf, manifestOf, pathOf } from '../../support/catalog.js';

/** One request of somebody who means no good; `n` tells those of a client apart. */
export interface Attack {
  readonly name: string;
  readonly requestOf: (n: string) => AttackRequest;
}

export interface AttackRequest {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Buffer;
}

type Schema = Readonly<Record<string, unknown>>;

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const named = <T>(count: number, prefix: string, make: (n: number) => T): Record<string, T> =>
  Object.fromEntries(times(count, (n) => [`${prefix}${n}`, make(n)]));

const root = (more: Schema): Schema => ({ type: 'object', ...more });

/** Definitions that lead one to the next. */
const chain = (length: number, level: (n: number, next: Schema) => Schema, leaf: Schema): Schema =>
  root({
    properties: { a: { $ref: '#/$defs/d0' } },
    required: ['a'],
    $defs: {
      ...named(length, 'd', (n) => level(n, { $ref: `#/$defs/d${n + 1}` })),
      [`d${length}`]: leaf,
    },
  });

/** Each is made twice, with 0 and with 1, and both are compared. */
const COMPARED: Readonly<Record<string, (k: number) => Schema>> = {
  'definitions that recur mutually': (k) =>
    root({
      properties: { a: { $ref: '#/$defs/n0' } },
      $defs: named(12, 'n', (n) => ({
        oneOf: times(12, (m) => ({
          type: 'object',
          properties: { [`p${m}`]: { $ref: `#/$defs/n${m}` }, k: { minimum: n + k } },
          required: [`p${m}`],
        })),
      })),
    }),
  'a tree of 2^25 leaves': (k) =>
    chain(
      25,
      (_, next) => ({ type: 'object', properties: { x: next, y: next }, required: ['x', 'y'] }),
      { const: k },
    ),
  'unions of patterns': (k) =>
    root({
      properties: named(6, 'p', () => ({
        oneOf: times(8, (n) => ({
          type: 'string',
          minLength: 1 + k,
          pattern: `^[a-z]{${n}}x[0-9]*$`,
        })),
      })),
    }),
  'patterns whose automata explode': (k) =>
    root({
      properties: {
        a: {
          type: 'string',
          minLength: k,
          allOf: times(14, (n) => ({ pattern: `a.{${8 + n}}b` })),
        },
      },
    }),
  'two thousand renamed properties': (k) =>
    root({ properties: named(2_000, k === 0 ? 'p' : 'q', (n) => ({ maxLength: n })) }),
  'pigeons and holes': (k) =>
    root({
      minProperties: k,
      allOf: [
        ...times(11, (p) => ({ anyOf: times(10, (h) => ({ required: [`${p}in${h}`] })) })),
        ...times(10, (h) =>
          times(11, (p) =>
            times(p, (q) => ({ not: { required: [`${p}in${h}`, `${q}in${h}`] } })),
          ).flat(),
        ).flat(),
      ],
    }),
  'texts of 150,000 characters': (k) =>
    root({
      required: times(100, (n) => `p${n}`),
      additionalProperties: { type: 'string', minLength: 150_000 + k },
    }),
  'one definition, used three thousand times': (k) =>
    root({
      properties: named(3_000, 'w', () => ({ $ref: '#/$defs/d' })),
      $defs: { d: root({ properties: named(2_500, 'x', (n) => ({ maximum: n + k })) }) },
    }),
};

const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const compared = Object.entries(COMPARED).map(([name, schemaOf]): Attack => {
  const [before, after] = [0, 1].map((k) => manifestOf({ input_schema: schemaOf(k) }));
  const body = bytesOf({ before, after });
  return { name, requestOf: () => ({ method: 'POST', path: '/v1/diffs', body }) };
});

const LARGEST_BODY = bytesOf(
  firstManifestOf({
    input_schema: root({ properties: named(6_000, 'p', () => ({ type: 'string', maxLength: 9 })) }),
  }),
);

/** Accepted, as large as a schema may be, and each time that of another tool. */
const LARGEST: Attack = {
  name: 'the largest schema that is accepted',
  requestOf: (n) => ({
    method: 'PUT',
    path: pathOf(`hostile.large_${n}`, '1.0.0'),
    body: LARGEST_BODY,
  }),
};

/** A thousand tools with the same schema. */
const bulk = (name: string, query: string, schema: Schema): Attack => {
  const manifest = JSON.stringify(firstManifestOf({ input_schema: schema }));
  const itemOf = (toolId: string): string =>
    `{"tool_id":"${toolId}","version":"1.0.0","manifest":${manifest}}`;
  const requestOf = (n: string): AttackRequest => ({
    method: 'POST',
    path: `/v1/registrations${query}`,
    body: Buffer.from(
      `{"items":[${times(1_000, (at) => itemOf(`hostile.bulk_${n}_${at}`)).join()}]}`,
    ),
  });
  return { name, requestOf };
};

const WIDE = root({ properties: named(100, 'p', (n) => ({ type: 'string', maxLength: n })) });

const BULKS: readonly Attack[] = [
  bulk('a thousand tools of a hundred properties', '', WIDE),
  bulk('the same, taken back', '?dry_run=true', WIDE),
  bulk('a thousand enums of zeros', '?dry_run=true', root({ enum: times(850, () => 0) })),
];

/** A megabyte that is no manifest. */
const junk = (name: string, text: string): Attack => {
  const body = Buffer.from(text);
  const path = pathOf('hostile.junk', '1.0.0');
  return { name, requestOf: () => ({ method: 'PUT', path, body }) };
};

const JUNK: readonly Attack[] = [
  junk('ninety thousand names', JSON.stringify(named(90_000, 'key', () => 1))),
  junk('half a million numbers', JSON.stringify(times(500_000, () => 1))),
  junk('a text of a megabyte', JSON.stringify('é'.repeat(500_000))),
  junk(
    'thousands of deep lists',
    `[${times(2_500, () => `${'['.repeat(199)}${']'.repeat(199)}`).join()}]`,
  ),
];

/** The worst that were found, by what each takes: comparing, checking, reading, writing. */
export const ATTACKS: readonly Attack[] = [...compared, LARGEST, ...BULKS, ...JUNK];
