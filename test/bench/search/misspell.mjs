const LONG_WORD = /[A-Za-z]{5,}/g;
const SHARE = 0.25;

/** Drops, doubles or swaps one inner letter in a quarter of the long words. */
export const misspell = (query, random) =>
  query.replace(LONG_WORD, (word) => {
    if (random() >= SHARE) return word;
    const at = 1 + Math.floor(random() * (word.length - 3));
    const [before, letter, next, after] = [
      word.slice(0, at),
      word[at],
      word[at + 1],
      word.slice(at + 2),
    ];
    const slips = [before + next + after, before + letter + letter + next + after];
    slips.push(before + next + letter + after);
    return slips[Math.floor(random() * slips.length)];
  });
