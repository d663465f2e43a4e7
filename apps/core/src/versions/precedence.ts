import { coreOf, isStable, sameVersion, type Version } from './version.js';

/** Negative where `one` comes before `other` (semver.org §11); build metadata does not count. */
export const precedence = (one: Version, other: Version): number =>
  one.major - other.major ||
  one.minor - other.minor ||
  one.patch - other.patch ||
  comparePrereleases(one, other);

export const isBelow = (one: Version, other: Version): boolean => precedence(one, other) < 0;

export const sameCore = (one: Version, other: Version): boolean =>
  sameVersion(coreOf(one), coreOf(other));

/** The item whose version comes last, or null where there is none. */
export const highest = <T extends { readonly version: Version }>(items: Iterable<T>): T | null => {
  let found: T | null = null;
  for (const item of items) {
    if (found === null || isBelow(found.version, item.version)) found = item;
  }
  return found;
};

/** The item whose version comes first, or null where there is none. */
export const lowest = <T extends { readonly version: Version }>(items: Iterable<T>): T | null => {
  let found: T | null = null;
  for (const item of items) {
    if (found === null || isBelow(item.version, found.version)) found = item;
  }
  return found;
};

const comparePrereleases = (one: Version, other: Version): number => {
  if (isStable(one) || isStable(other)) return Number(isStable(one)) - Number(isStable(other));
  const shorter = Math.min(one.prerelease.length, other.prerelease.length);
  for (let index = 0; index < shorter; index += 1) {
    const order = compareIdentifiers(one.prerelease[index] ?? '', other.prerelease[index] ?? '');
    if (order !== 0) return order;
  }
  return one.prerelease.length - other.prerelease.length;
};

/** Numbers by size and before words; words by their ASCII order. */
const compareIdentifiers = (one: string, other: string): number => {
  const oneIsNumber = /^\d+$/.test(one);
  const otherIsNumber = /^\d+$/.test(other);
  if (oneIsNumber && otherIsNumber) return Number(one) - Number(other);
  if (oneIsNumber !== otherIsNumber) return oneIsNumber ? -1 : 1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
