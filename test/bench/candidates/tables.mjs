// Markdown, a row as soon as it is known; and what is said of several rounds.
export const row = (cells) => console.log(`| ${cells.join(' | ')} |`);

export const head = (cells) => {
  console.log('');
  row(cells);
  row(cells.map(() => '---'));
};

export const median = (values) => [...values].sort((one, other) => one - other)[values.length >> 1];

export const medianOf = (rounds, key) => median(rounds.map((round) => round[key]));

/** Each round beside that of the same turn: what slows the machine slows both. */
export const ratioOf = (rounds, base, key) =>
  median(rounds.map((round, at) => round[key] / base[at][key]));

/** Half of what lies between the extremes, in percent of the median. */
export const spreadOf = (rounds, key) => {
  const values = rounds.map((round) => round[key]);
  return `±${Math.round((50 * (Math.max(...values) - Math.min(...values))) / median(values))} %`;
};
