import type { Classification } from '#core/compatibility/finding.js';
import { Memory } from './memory.js';

const RESULT: Classification = { bump: 'none', findings: [], engine: '1.0.0' };

const textOf = (characters: number): string => {
  const text = JSON.stringify(RESULT);
  return text + ' '.repeat(characters - text.length);
};

describe('the memory of comparisons', () => {
  it('gives back what it was told, and a copy each time', () => {
    const memory = new Memory();
    memory.remember('a', JSON.stringify(RESULT));
    expect(memory.recall('a')).toEqual(RESULT);
    expect(memory.recall('a')).not.toBe(memory.recall('a'));
    expect(memory.recall('b')).toBeUndefined();
  });

  it('holds so many characters in all, and forgets first what was asked for least lately', () => {
    const memory = new Memory(1_000, 1_000);
    for (const key of ['a', 'b']) memory.remember(key, textOf(400));
    memory.recall('a');
    memory.remember('c', textOf(400));
    expect(['a', 'b', 'c'].map((key) => memory.recall(key) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    // Told again, it counts once.
    memory.remember('a', textOf(400));
    expect(memory.recall('c')).toBeDefined();
  });

  it('keeps nothing that is large by itself, and not what it replaces either', () => {
    const memory = new Memory(1_000, 200);
    memory.remember('a', textOf(100));
    memory.remember('a', textOf(201));
    expect(memory.recall('a')).toBeUndefined();
  });
});
