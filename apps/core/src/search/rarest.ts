export interface Counted {
  /** How many of the visible tools have it. */
  readonly count: number;
}

/**
 * Those that any tool has, from the rarest on, until there are so many occurrences in all of them.
 * Chosen by what is visible alone, as all that scores depend on.
 */
export const rarest = <T extends Counted>(found: readonly T[], most: number): T[] => {
  const present = found.filter(({ count }) => count > 0);
  present.sort((one, other) => one.count - other.count);
  let occurrences = 0;
  return present.filter(({ count }, at) => (occurrences += count) <= most || at === 0);
};
