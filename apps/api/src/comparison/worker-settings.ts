import { extname } from 'node:path';

/** How the worker threads are run. Not of the environment: only tests have other ones. */
export abstract class WorkerSettings {
  /** The URL of the module that the threads run. */
  abstract readonly entry: string;
  /** Arguments for Node in the threads; null: those that this process was started with. */
  abstract readonly nodeArguments: readonly string[] | null;
  /** After this a comparison gives itself up. */
  abstract readonly patienceMs: number;
  /** After this, the wait for a worker included, the worker is ended and another one started. */
  abstract readonly wallMs: number;
  /** More questions than this do not wait; they are turned away. */
  abstract readonly mostWaiting: number;
}

export const WORKER_SETTINGS: WorkerSettings = {
  // Beside this file, and of its kind: JavaScript where it was built, TypeScript in the tests.
  entry: new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href,
  nodeArguments: null,
  patienceMs: 5_000,
  wallMs: 10_000,
  mostWaiting: 128,
};
