/** Prisma prepares a statement over so many values in a few milliseconds, over a thousand in 200. */
const VALUES = 100;

/** Reads what belongs to many keys, some of them at a time, in the order of the keys. */
export const bySlices = async <Key, Row>(
  keys: readonly Key[],
  read: (some: Key[]) => Promise<readonly Row[]>,
  size = VALUES,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let at = 0; at < keys.length; at += size) {
    rows.push(...(await read(keys.slice(at, at + size))));
  }
  return rows;
};

/** The rows in slices of at most so many characters each, or of a single row. */
export const slicesBySize = <Row>(
  rows: readonly Row[],
  charactersOf: (row: Row) => number,
  most: number,
): Row[][] => {
  const slices: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const characters = charactersOf(row);
    const last = slices.at(-1);
    if (last !== undefined && characters <= room) last.push(row);
    else {
      slices.push([row]);
      room = most;
    }
    room -= characters;
  }
  return slices;
};
