/** What one way of looking says of each tool; 0 is "nothing", and nothing is below it. */
export interface Channel {
  readonly scores: Float32Array;
  readonly weight: number;
}

/**
 * One score out of several channels: each is set against its own best, weighted, and added. A weak
 * channel then only shifts what a strong one leaves close, where fusing by ranks would let it overrule.
 */
export class Fusion {
  private readonly first: Scaled;
  private readonly others: readonly Scaled[];

  /** Of each channel the first `count` scores. */
  constructor(channels: readonly Channel[], count: number) {
    const [first = SILENT, ...others] = channels.map((channel) => ({
      scores: channel.scores,
      scale: scaleOf(channel, count),
    }));
    this.first = first;
    this.others = others;
  }

  /** Added to what is there before; one channel after the other, so that digits do not change. */
  at(place: number, before = 0): number {
    const { first, others } = this;
    let fused = before + (first.scores[place] ?? 0) * first.scale;
    for (const { scores, scale } of others) fused += (scores[place] ?? 0) * scale;
    return fused;
  }
}

interface Scaled {
  readonly scores: Float32Array;
  readonly scale: number;
}

const SILENT: Scaled = { scores: new Float32Array(0), scale: 0 };

/** What a score of the channel counts, so that its best counts its weight; 0 where it says nothing. */
const scaleOf = ({ scores, weight }: Channel, count: number): number => {
  let best = 0;
  for (let place = 0; place < count; place++) {
    const score = scores[place] ?? 0;
    if (score > best) best = score;
  }
  return best === 0 ? 0 : weight / best;
};
