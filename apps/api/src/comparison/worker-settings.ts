/** How the worker threads are run. Not of the environment: only tests have other ones. */
export abstract class WorkerSettings {
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
  nodeArguments: null,
  patienceMs: 5_000,
  wallMs: 10_000,
  mostWaiting: 128,
};
