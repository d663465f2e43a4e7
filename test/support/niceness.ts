import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TASKS = '/proc/self/task';

/** Linux alone tells of threads. */
export const tellsNiceness = existsSync(TASKS);

const niceOf = (thread: string): number =>
  Number(readFileSync(`${TASKS}/${thread}/stat`, 'utf8').split(') ', 2)[1]?.split(' ')[16]);

const NICEST = 19;

/** Whether `work` starts a thread that is so much nicer than the one that answers requests. */
export const startsNicer = async (by: number, work: () => Promise<unknown>): Promise<boolean> => {
  const before = new Set(readdirSync(TASKS));
  await work();
  const asked = Math.min(niceOf(String(process.pid)) + by, NICEST);
  const added = readdirSync(TASKS).filter((thread) => !before.has(thread));
  return added.some((thread) => niceOf(thread) === asked);
};
