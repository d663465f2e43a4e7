const AT_A_TIME = 4;

/** The answers in the order of the questions; a few are under way at a time. */
export const eachInTurn = async <T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
): Promise<R[]> => {
  const answers = new Map<number, R>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of waiting) answers.set(place, await ask(item));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return [...answers.entries()].sort(([one], [other]) => one - other).map(([, answer]) => answer);
};
