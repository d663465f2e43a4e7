import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '#core/json/value.js';
import type { Dialect } from '#core/schema/dialect.js';
import { sharedData } from './shared-data.js';

/** A pair of schemas from outside; what else a row says of it differs from set to set. */
export interface LabelledRow {
  readonly id?: string;
  readonly dialect?: string | null;
  readonly field?: string;
  readonly old: Json;
  readonly new: Json;
  readonly truth?: string;
  readonly eval?: Readonly<Record<string, Confirmed | undefined>>;
}

export interface Confirmed {
  readonly holds?: unknown;
  readonly confirmedByTwoValidators?: boolean;
}

/** The sets spell dialects in their own ways; what is not here is not read by the product. */
export const DIALECTS: Readonly<Record<string, Dialect | undefined>> = {
  '7': 'draft-07',
  '2020': '2020-12',
  '2020-12': '2020-12',
};

export const dialectOfRow = (row: LabelledRow, fallback: string): Dialect | undefined =>
  DIALECTS[row.dialect ?? fallback];

export const labelledRows = (file: string): LabelledRow[] =>
  readFileSync(join(sharedData('schema') ?? '', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledRow & { readonly a?: Json; readonly b?: Json })
    .map((row) => ({ ...row, old: row.old ?? row.a ?? null, new: row.new ?? row.b ?? null }));
