import { member, type JsonObject } from '#core/json/value.js';
import type { ApiClient } from '../client/api-client.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { asObject, objectsAt, textAt } from './fields.js';

const PAGE = 200;

/** The items of a list, page after page; no more pages are asked for than `most` items need. */
export const allPages = async (
  client: ApiClient,
  path: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
  most = Infinity,
): Promise<JsonObject[]> => {
  const items: JsonObject[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const limit = String(Math.min(PAGE, most - items.length));
    const page = await onePage(client, path, { ...parameters, limit, cursor });
    items.push(...page.items);
    cursor = page.next;
    // A cursor that comes again would lead in a circle.
    if (cursor !== undefined && cursors.size === cursors.add(cursor).size) throw notAList(path);
  } while (cursor !== undefined && items.length < most);
  return items;
};

async function onePage(
  client: ApiClient,
  path: string,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<{ items: JsonObject[]; next: string | undefined }> {
  const stated = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const query = new URLSearchParams(Object.fromEntries(stated)).toString();
  const page = asObject((await client.send({ method: 'GET', path: `${path}?${query}` })).body);
  if (member(page, 'items') === undefined) throw notAList(path);
  return { items: objectsAt(page, 'items'), next: textAt(page, 'next_cursor') };
}

function notAList(path: string): CommandFailure {
  return new CommandFailure(
    EXIT.unreachable,
    `the answer to ${path} is no list, or one without an end`,
    'Look whether QM_URL names the catalog, and whether its version is the one of this program.',
  );
}
