/** What one way of looking says of each slot; 0 is "nothing", and nothing is below it. */
export interface Channel {
  readonly scores: Float32Array;
  readonly weight: number;
}

/**
 * One score out of several channels, by slot: each is set against its own best, weighted, and added.
 * A weak channel then only shifts what a strong one leaves close, where fusing by ranks would let it
 * overrule. Adds to `fused`, of zeros. The scores given must be zero outside the survivors, whose best alone may count.
 */
export const fuse = (
  channels: readonly Channel[],
  size: number,
  fused: Float32Array = new Float32Array(size),
): Float32Array => {
  for (const { scores, weight } of channels) {
    const best = bestOf(scores, size);
    if (best <= 0) continue;
    const factor = weight / best;
    for (let slot = 0; slot < size; slot++) {
      fused[slot] = (fused[slot] ?? 0) + (scores[slot] ?? 0) * factor;
    }
  }
  return fused;
};

const bestOf = (scores: Float32Array, size: number): number => {
  let best = 0;
  for (let slot = 0; slot < size; slot++) best = Math.max(best, scores[slot] ?? 0);
  return best;
};
