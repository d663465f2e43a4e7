import { sortedSet, type NameList } from '../../policy/scope.js';
import type { Reach } from '../select.js';

/** The same text for every way to state a reach; null where it would be longer than `most`. */
export const reachKey = (reach: Reach, most: number): string | null => {
  const lists = [reach.namespaces, reach.roles, reach.tenants, reach.task_types];
  const sets = lists.map((list) => new Set(list));
  // Before anything is sorted: whoever states a thousand names pays for no more than that.
  if (sets.reduce((length, names) => length + lengthOf(names), 0) > most) return null;
  return JSON.stringify([reach.max_risk, ...sets.map((names) => sortedSet([...names]))]);
};

/** So many bytes does a key take up in memory at most. */
export const keyBytes = (key: string): number => 2 * key.length;

const lengthOf = (names: ReadonlySet<NameList[number]>): number => {
  let length = 0;
  for (const name of names) length += name.length + 3;
  return length;
};
