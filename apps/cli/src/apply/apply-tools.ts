import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal } from '../client/problem.js';
import { usageFailure } from '../exit-codes.js';
import { inBulks, MOST_ITEMS_TOGETHER, type Item } from '../imports/item.js';
import { reasonOf, refusedItems, type Reason } from '../imports/refused-items.js';
import { registerTogether, type Registered } from '../imports/register-items.js';

export type Applied =
  | { readonly ok: true; readonly outcomes: readonly Registered[] }
  | { readonly ok: false; readonly refused: ReadonlyMap<Item, Reason> };

/**
 * Registers all of the items or none: one request, which takes effect once however often it is
 * sent. More than one request takes is refused unless `inParts`; then everything is tried dry first.
 */
export const applyTools = async (
  client: ApiClient,
  items: readonly Item[],
  inParts: boolean,
): Promise<Applied> => {
  const parts = inBulks(items, MOST_ITEMS_TOGETHER);
  if (parts.length > 1 && !inParts) {
    throw usageFailure(
      `${items.length} versions are more than one request takes, and together they are all or nothing`,
      'With --in-parts everything is checked first and then written part by part.',
    );
  }
  if (parts.length > 1) {
    const tried = await applyParts(client, parts, true);
    if (!tried.ok) return tried;
  }
  return applyParts(client, parts, false);
};

async function applyParts(
  client: ApiClient,
  parts: readonly (readonly Item[])[],
  dryRun: boolean,
): Promise<Applied> {
  const outcomes: Registered[] = [];
  const refused = new Map<Item, Reason>();
  for (const part of parts) {
    try {
      outcomes.push(...(await registerTogether(client, part, dryRun)));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      for (const [item, reason] of refusalsOf(error, part)) refused.set(item, reason);
      if (!dryRun) break;
    }
  }
  return refused.size === 0 ? { ok: true, outcomes } : { ok: false, refused };
}

/** A refusal that names no item is of the request, and ends the command in its own words. */
function refusalsOf(error: ApiRefusal, part: readonly Item[]): [Item, Reason][] {
  const [only] = part;
  const named = refusedItems(error.problem, part.length);
  const refused = part.flatMap((item, place): [Item, Reason][] => {
    const reason = named.get(place);
    return reason === undefined ? [] : [[item, reason]];
  });
  if (refused.length > 0) return refused;
  const isOfTheItem = part.length === 1 && ['refused', 'conflict'].includes(error.problem.kind);
  if (only === undefined || !isOfTheItem) throw error;
  return [[only, reasonOf(error.problem)]];
}
