import { Fusion, type Channel } from './fuse.js';

const channel = (scores: number[], weight: number) => ({
  scores: Float32Array.from(scores),
  weight,
});

const fused = (channels: readonly Channel[], size: number): number[] => {
  const fusion = new Fusion(channels, size);
  return Array.from({ length: size }, (_, place) => fusion.at(place));
};

describe('fusing channels', () => {
  it('sets each against its own best, whatever its scale, and adds by weight', () => {
    const channels = [channel([10, 5, 0, 0], 1), channel([0, 0.5, 1, 0], 0.5)];
    expect(fused(channels, 4)).toEqual([1, 0.75, 0.5, 0]);
  });

  it('hears nothing from a channel that found nothing', () => {
    expect(fused([channel([0, 0], 1), channel([0, 2], 0.5)], 2)).toEqual([0, 0.5]);
    expect(fused([], 2)).toEqual([0, 0]);
  });
});
