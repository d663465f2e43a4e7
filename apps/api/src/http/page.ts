import { objectOf, type Json, type JsonObject } from '#core/json/value.js';
import type { Cursors } from './cursors.js';

/** The parameters that every list takes, for the schema of its query. */
export const PAGE_PARAMETERS = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'How many items to answer at most.',
  },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    description: 'The `next_cursor` of the page before, with the same filters.',
  },
} as const;

const DEFAULT_LIMIT = 50;

export interface PageRequest {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** How a list is read: what narrows it, where a row stands, and the rows after a position. */
export interface PageSource<Row> {
  /** Names the list and all that narrows it, the caller's grant included. */
  readonly filter: JsonObject;
  readonly positionOf: (row: Row) => Json;
  /** At most `count` rows after the position, in the list's order; null is the start. */
  readonly rowsAfter: (position: Json | null, count: number) => Promise<readonly Row[]>;
}

/** One page of a list; its cursor goes on after the last row, whatever was inserted meanwhile. */
export const readPage = async <Row>(
  cursors: Cursors,
  request: PageRequest,
  source: PageSource<Row>,
): Promise<Page<Row>> => {
  const limit = request.limit ?? DEFAULT_LIMIT;
  const position =
    request.cursor === undefined ? null : await cursors.read(source.filter, request.cursor);
  const rows = await source.rowsAfter(position, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items,
    next_cursor: more ? await cursors.write(source.filter, source.positionOf(last)) : null,
  };
};

/** A filter as `readPage` wants it: only what was stated, under the list's name. */
export const filterOf = (list: string, narrowing: Readonly<Record<string, Json | undefined>>) =>
  objectOf([
    ['list', list],
    ...Object.entries(narrowing).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as [string, Json]],
    ),
  ]);

/** The answer schema of a list of such items. */
export const pageSchema = (item: object) => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: item },
    next_cursor: { type: ['string', 'null'] },
  },
  required: ['items', 'next_cursor'],
  additionalProperties: false,
});
