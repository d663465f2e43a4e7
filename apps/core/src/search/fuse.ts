/** What one way of looking says of each slot; 0 is "nothing", and nothing is below it. */
export interface Channel {
  readonly scores: Float32Array;
  readonly weight: number;
}

/**
 * One score out of several channels, by slot: each is set against its own best, weighted, and added.
 * A weak channel then only shifts what a strong one leaves close, where fusing by ranks would let it
 * overrule. Adds to `fused`, of zeros. Scores must be zero outside the survivors: only their best may
 * count.
 */
export const fuse = (
  channels: readonly Channel[],
  size: number,
  fused: Float32Array = new Float32Array(size),
): Float32Array => {
  for (const channel of channels) {
    const { scores } = channel;
    const scale = scaleOf(channel, size);
    if (scale === 0) continue;
    for (let slot = 0; slot < size; slot++) {
      fused[slot] = (fused[slot] ?? 0) + (scores[slot] ?? 0) * scale;
    }
  }
  return fused;
};

/** What a score of the channel counts, so that its best counts its weight; 0 where it says nothing. */
export const scaleOf = ({ scores, weight }: Channel, size: number): number => {
  let best = 0;
  for (let slot = 0; slot < size; slot++) best = Math.max(best, scores[slot] ?? 0);
  return best === 0 ? 0 : weight / best;
};
