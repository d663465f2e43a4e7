import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide, type DecideOptions } from '#core/compatibility/subsumption/decide.js';
import { validate } from '#core/compatibility/subsumption/evaluate.js';
import { member, type Json, type JsonObject } from '#core/json/value.js';
import {
  DIALECTS,
  dialectOfRow,
  labelledRows,
  type Confirmed,
  type LabelledRow,
} from '../support/labelled-rows.js';
import { sharedData } from '../support/shared-data.js';

const folder = sharedData('schema');
const withData = folder === null ? describe.skip : describe;

/** The pairs on which the engine is wrong; undecided ones are not. */
const wrong = (file: string, fallback: string): string[] =>
  labelledRows(file).flatMap((row, at) => {
    const dialect = dialectOfRow(row, fallback);
    if (dialect === undefined) return [];
    const { verdict } = decide(row.old, row.new, { dialect });
    const opposite = row.truth === 'breaking' ? 'holds' : 'fails';
    return verdict === opposite ? [row.id ?? String(at + 1)] : [];
  });

const isConfirmed = (label: Confirmed | undefined): boolean =>
  label?.holds === false && label.confirmedByTwoValidators === true;

/** Real changes that two validators have seen to break, and that the engine calls compatible. */
const missed = (row: LabelledRow, relation: 'wire' | 'declared'): boolean => {
  const prefix = relation === 'wire' ? 'wire' : 'decl';
  const root = row.field === 'inputSchema' ? 'input' : 'output';
  const dialect = dialectOfRow(row, '2020-12') ?? '2020-12';
  const options: DecideOptions = { relation, root, dialect };
  const breaks = (direction: string): boolean => isConfirmed(row.eval?.[`${prefix}_${direction}`]);
  return (
    (breaks('old_sub_new') && decide(row.old, row.new, options).verdict === 'holds') ||
    (breaks('new_sub_old') && decide(row.new, row.old, options).verdict === 'holds')
  );
};

/** The schemas of the protocol itself, a sample of what each edition defines. */
const protocolSchemas = (): Json[] => {
  const editions = join(folder ?? '', 'mcp-spec-schemas');
  return readdirSync(editions).flatMap((file) => {
    const document = JSON.parse(readFileSync(join(editions, file), 'utf8')) as JsonObject;
    const keyword = member(document, '$defs') === undefined ? 'definitions' : '$defs';
    const names = Object.keys(member(document, keyword) ?? {});
    const sample = names.filter((_, at) => at % 25 === 0);
    return sample.map((name) => ({ ...document, $ref: `#/${keyword}/${name}` }));
  });
};

const realSchemas = (): Json[] =>
  labelledRows('real-pairs.jsonl').flatMap(({ old, new: next }) =>
    [old, next].filter((schema) => schema !== null),
  );

/** The same set of instances, so that the engine cannot tell by the text that nothing differs. */
const writtenOtherwise = (schema: Json): Json => ({ allOf: [schema] });

withData('the engine on labelled pairs (skipped without the outside data schema/)', () => {
  it('is wrong on none of the pairs derived from the official suite', () => {
    expect(wrong('suite-pairs.jsonl', '2020-12')).toEqual([]);
    expect(wrong('bench-draft7-1600.jsonl', '7')).toEqual([]);
  }, 240_000);

  it.each(['wire', 'declared'] as const)(
    'misses no real breaking change (%s)',
    (relation) => {
      const changes = labelledRows('real-pairs.jsonl').filter(
        (row) => row.old !== null && row.new !== null,
      );
      expect(changes.filter((row) => missed(row, relation))).toEqual([]);
    },
    120_000,
  );

  it('finds nothing between a real schema and the same written otherwise', () => {
    const schemas = [...realSchemas(), ...protocolSchemas()];
    expect(schemas.length).toBeGreaterThan(800);
    const different = schemas.filter((schema) => {
      const isPlain = !JSON.stringify(schema).includes('"$ref":');
      const other = isPlain ? writtenOtherwise(schema) : { ...(schema as object), not: false };
      const ways = [decide(schema, other), decide(other, schema)];
      return ways.some(({ verdict }) => verdict !== 'holds');
    });
    expect(different).toEqual([]);
  }, 60_000);

  it('judges every instance of the official suite as the suite does', () => {
    const suite = JSON.parse(
      readFileSync(join(folder ?? '', 'suite-schemas.json'), 'utf8'),
    ) as Record<string, { dialect: string; schema: Json; instances: [Json, boolean][] }>;
    const disagreements = Object.entries(suite).flatMap(([id, { dialect, schema, instances }]) =>
      instances
        .filter(([value, valid]) => {
          const read = DIALECTS[dialect] ?? '2020-12';
          return validate(schema, value, { dialect: read }) !== valid;
        })
        .map(([value]) => `${id} ${JSON.stringify(value)}`),
    );
    expect(disagreements).toEqual([]);
  });
});
