// The CPU that a program uses, with all the processes that it has started.
import { readdirSync, readFileSync } from 'node:fs';

const TICK_US = 10_000;

const statOf = (pid) => {
  try {
    const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return {
      parent: Number(fields[1]),
      own: Number(fields[11]) + Number(fields[12]),
      reaped: Number(fields[13]) + Number(fields[14]),
    };
  } catch {
    return { parent: -1, own: 0, reaped: 0 };
  }
};

/** In microseconds, since its start; those that have ended are counted once they were waited for. */
export const cpuUsOf = (pid) => {
  const { own, reaped } = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(({ parent }) => parent === pid);
  return TICK_US * children.reduce((sum, child) => sum + child.own, own + reaped);
};
