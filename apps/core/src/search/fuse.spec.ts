import { fuse } from './fuse.js';

const channel = (scores: number[], weight: number) => ({
  scores: Float32Array.from(scores),
  weight,
});

describe('fusing channels', () => {
  it('sets each against its own best, whatever its scale, and adds by weight', () => {
    const fused = fuse([channel([10, 5, 0, 0], 1), channel([0, 0.5, 1, 0], 0.5)], 4);
    expect([...fused]).toEqual([1, 0.75, 0.5, 0]);
  });

  it('hears nothing from a channel that found nothing', () => {
    expect([...fuse([channel([0, 0], 1), channel([0, 2], 0.5)], 2)]).toEqual([0, 0.5]);
    expect([...fuse([], 2)]).toEqual([0, 0]);
  });
});
