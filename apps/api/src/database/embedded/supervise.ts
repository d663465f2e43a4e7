import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { becameReady, spawnPostmaster, stopPostmaster } from './postmaster.js';
import type { PostmasterOptions } from './postmaster.js';

/**
 * Recovery after a crash may take minutes, and one that is cut short begins anew. A start that fails
 * ends by itself and is not waited for.
 */
export const READY_TIMEOUT_MS = 600_000;

// The backends of a dead postmaster hold its shared memory for a moment longer.
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface Supervised {
  pid(): number | undefined;
  /** Afterwards neither the server nor one that was just being started runs. */
  stop(): Promise<void>;
}

/** Keeps the server that `first` is running, on its port, until it is told to stop. */
export const supervise = (
  first: ChildProcess,
  options: PostmasterOptions,
  onCrash: () => void,
): Supervised => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let child = first;
  let restarting = Promise.resolve();

  const watch = (): void => {
    child.once('exit', () => {
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !signal.aborted;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    ) {
      onCrash();
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (await startAgain()) return watch();
    }
  };
  const startAgain = async (): Promise<boolean> => {
    if (signal.aborted) return false;
    // What fails here, such as a full disk, may pass as well.
    const next = await spawnPostmaster(options).catch(() => undefined);
    if (next === undefined) return false;
    child = next;
    // Who stops while it was spawned knows only the one before.
    const ready = !signal.aborted && (await becameReady(child, options.cluster, READY_TIMEOUT_MS));
    if (ready && !hasEnded(child)) return true;
    await stopChild(child);
    return false;
  };

  watch();
  return {
    pid: () => child.pid,
    stop: async () => {
      stopping.abort();
      await stopChild(child);
      await restarting;
    },
  };
};

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** The number of a process that has ended may already be another's. */
export const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.pid !== undefined && !hasEnded(child)) await stopPostmaster(child.pid);
};
