/** So many answers share one allocation, since each by itself costs more than its copy does. */
const SLAB_BYTES = 256 * 1024;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let taken = 0;

/** Uninitialised bytes that nobody else has. */
const take = (size: number): Buffer => {
  if (size > SLAB_BYTES) return Buffer.allocUnsafeSlow(size);
  if (taken + size > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    taken = 0;
  }
  taken += size;
  return slab.subarray(taken - size, taken);
};

/** The pieces one after another. */
export const joinBytes = (pieces: readonly (Buffer | string)[]): Buffer => {
  let size = 0;
  for (const piece of pieces) {
    size += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  }
  const joined = take(size);
  let at = 0;
  for (const piece of pieces) {
    at += typeof piece === 'string' ? joined.write(piece, at) : piece.copy(joined, at);
  }
  return joined;
};
