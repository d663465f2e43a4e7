import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux alone tells of threads. */
export const tellsNiceness = existsSync('/proc/self/task');

/** The threads of a process. */
export const threadsOf = (pid: number): readonly string[] => readdirSync(`/proc/${pid}/task`);

const fieldOf = (path: string, field: number): number =>
  Number(readFileSync(`${path}/stat`, 'utf8').split(') ', 2)[1]?.split(' ')[field]);

const PARENT = 1;
const NICENESS = 16;

const niceOf = (pid: number, thread: string): number =>
  fieldOf(`/proc/${pid}/task/${thread}`, NICENESS);

/** Of each of its threads. */
export const nicenessOf = (pid: number): readonly number[] =>
  threadsOf(pid).map((thread) => niceOf(pid, thread));

const NICEST = 19;

const asked = (by: number): number =>
  Math.min(niceOf(process.pid, String(process.pid)) + by, NICEST);

/** Whether `work` starts a thread that is so much nicer than the one that answers requests. */
export const startsNicer = async (by: number, work: () => Promise<unknown>): Promise<boolean> => {
  const before = new Set(threadsOf(process.pid));
  await work();
  const added = threadsOf(process.pid).filter((thread) => !before.has(thread));
  return added.some((thread) => niceOf(process.pid, thread) === asked(by));
};

const childrenNow = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .map(Number);

const parentOf = (pid: string): number | null => {
  try {
    return fieldOf(`/proc/${pid}`, PARENT);
  } catch {
    return null; // It has ended meanwhile.
  }
};

/** Whether `work` starts a process, each thread of which is so much nicer, the last one of V8 too. */
export const startsNicerProcess = async (
  by: number,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const before = new Set(childrenNow());
  await work();
  const threads = childrenNow()
    .filter((pid) => !before.has(pid))
    .flatMap(nicenessOf);
  return threads.length > 0 && threads.every((niceness) => niceness === asked(by));
};
