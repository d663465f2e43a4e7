type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** The same array with room for `size` numbers, or a larger one, by half, that begins with them. */
export const withRoom = <T extends Numbers>(array: T, size: number): T => {
  if (size <= array.length) return array;
  const room = Math.max(size, array.length + (array.length >>> 1), 64);
  // Typed arrays state no more of their constructor than that it is a function.
  const larger = new (array.constructor as new (length: number) => T)(room);
  larger.set(array);
  return larger;
};
