/** What one way of looking says of each slot; 0 is "nothing", and nothing is below it. */
export interface Channel {
  readonly scores: Float32Array;
  readonly weight: number;
}

/**
 * One score out of several channels, by slot: each is set against its own best among the slots,
 * weighted, and added. A weak channel then only shifts what a strong one leaves close, where fusing by
 * ranks would let it overrule.
 */
export class Fusion {
  private readonly scores: readonly Float32Array[];
  private readonly scales: readonly number[];

  constructor(channels: readonly Channel[], slots: Uint32Array) {
    const scaled = channels
      .map((channel) => ({ scores: channel.scores, scale: scaleOf(channel, slots) }))
      .filter(({ scale }) => scale > 0);
    this.scores = scaled.map(({ scores }) => scores);
    this.scales = scaled.map(({ scale }) => scale);
  }

  at(slot: number): number {
    const { scores, scales } = this;
    let fused = 0;
    for (let channel = 0; channel < scales.length; channel++) {
      fused += (scores[channel]?.[slot] ?? 0) * (scales[channel] ?? 0);
    }
    return fused;
  }
}

/** What a score of the channel counts, so that its best counts its weight; 0 where it says nothing. */
const scaleOf = ({ scores, weight }: Channel, slots: Uint32Array): number => {
  let best = 0;
  for (const slot of slots) {
    const score = scores[slot] ?? 0;
    if (score > best) best = score;
  }
  return best === 0 ? 0 : weight / best;
};
