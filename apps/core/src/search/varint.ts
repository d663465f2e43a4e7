/**
 * Numbers as bytes of seven bits each, the lowest first; all but the last have the eighth bit set.
 * Most that are stored here are below 128, so whoever reads many takes those by themselves.
 */
export const longAt = (bytes: Uint8Array, at: number): number => {
  let number = 0;
  let place = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[place++] ?? 0;
    number |= (byte & 127) << shift;
    if (byte < 128) return number;
  }
};

/** How many bytes a number below 2^28 takes. */
export const bytesOf = (number: number): number => {
  if (number < 0x80) return 1;
  if (number < 0x4000) return 2;
  return number < 0x20_0000 ? 3 : 4;
};

/** Writes a number where there is room for it, and returns where the next one comes. */
export const writeVarint = (number: number, bytes: Uint8Array, at: number): number => {
  let place = at;
  let rest = number;
  for (; rest > 127; rest >>>= 7) bytes[place++] = (rest & 127) | 128;
  bytes[place++] = rest;
  return place;
};
