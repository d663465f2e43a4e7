import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.js';

export interface Progress {
  readonly advance: (steps: number, label: string) => void;
  readonly stop: () => void;
}

/** A bar on the error stream while somebody watches; silent in a pipe or a pipeline. */
export const startProgress = (terminal: Terminal, total: number): Progress => {
  if (!terminal.live || total === 0) return { advance: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { format: '{bar} {value}/{total} {label}', clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(total, 0, { label: '' });
  return {
    advance: (steps, label) => bar.increment(steps, { label }),
    stop: () => bar.stop(),
  };
};
