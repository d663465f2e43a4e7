/** What one way of looking says of each slot; 0 is "nothing", and nothing is below it. */
export interface Channel {
  readonly scores: Float32Array;
  readonly weight: number;
}

/**
 * One score out of several channels, by slot: each is set against its own best, weighted, and added.
 * A weak channel then only shifts what a strong one leaves close, where fusing by ranks would let it
 * overrule. The scores given must be zero outside the survivors, whose best alone may count.
 */
export const fuse = (channels: readonly Channel[], size: number): Float32Array => {
  const fused = new Float32Array(size);
  for (const { scores, weight } of channels) {
    const best = bestOf(scores);
    if (best <= 0) continue;
    const factor = weight / best;
    for (let slot = 0; slot < size; slot++) {
      fused[slot] = (fused[slot] ?? 0) + (scores[slot] ?? 0) * factor;
    }
  }
  return fused;
};

const bestOf = (scores: Float32Array): number => {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  return best;
};
