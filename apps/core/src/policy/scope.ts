/** A set of names as policies and grants state it; `["*"]` is every name, an empty list none. */
export type NameList = readonly string[];

export const ANY = '*';

export const EVERY_NAME: NameList = [ANY];

/** Every name, whatever it is. `*` beside other names is a fault and never means this. */
export const isEvery = (list: NameList): boolean => list.length > 0 && list.every(isStar);

export const admits = (list: NameList, name: string): boolean =>
  isEvery(list) || (!isStar(name) && list.includes(name));

/** Whether some name is in both lists. */
export const overlaps = (one: NameList, other: NameList): boolean => {
  if (isEvery(one)) return other.length > 0;
  if (isEvery(other)) return one.length > 0;
  const names = new Set(other);
  return one.some((name) => !isStar(name) && names.has(name));
};

/** `*` together with names says two things at once. */
export const starBesideNames = (list: NameList): boolean =>
  list.some(isStar) && !list.every(isStar);

/** Sorted by UTF-16 code units and without duplicates: equal sets are equal lists. */
export const sortedSet = (list: NameList): NameList =>
  list.length < 2 ? list : [...new Set(list)].sort();

function isStar(name: string): boolean {
  return name === ANY;
}
