// How busy the side that asks is: a rate says nothing of a server that waits for questions.
import { readFileSync } from 'node:fs';
import { LOAD_CORE } from './servers.mjs';
import { medianOf } from './tables.mjs';

/** All that the core ever did, and how much of it was nothing; in hundredths of a second. */
const readCore = () => {
  const line = readFileSync('/proc/stat', 'utf8').match(new RegExp(`^cpu${LOAD_CORE} (.*)$`, 'm'));
  const [user, nice, system, idle, waiting, ...others] = (line?.[1] ?? '').split(' ').map(Number);
  const idled = idle + waiting;
  return { idled, all: user + nice + system + idled + others[0] + others[1] + others[2] };
};

/** Call what it returns for the shares of the core since: of this process, and of all on the core. */
export const watchLoad = () => {
  const at = performance.now();
  const own = process.cpuUsage();
  const core = readCore();
  return () => {
    const { user, system } = process.cpuUsage(own);
    const now = readCore();
    return {
      asking: (user + system) / 1000 / (performance.now() - at),
      core: 1 - (now.idled - core.idled) / (now.all - core.all),
    };
  };
};

/** A core so busy has no more to give; a server so idle could have answered more. */
const FULL = 0.95;
const IDLE = 0.85;

export const BUSY_HEAD = 'busy %: server, asking, its core';

/** With a mark where not the server decided how many were answered, but those who asked. */
export const busyCell = (rounds) => {
  const [server, asking, core] = ['server', 'asking', 'core'].map((key) => medianOf(rounds, key));
  const shares = [server, asking, core].map((share) => Math.round(100 * share)).join(', ');
  return core >= FULL && server < IDLE ? `${shares} **!**` : shares;
};

export const BUSY_LEGEND = `
busy: what the server took of its core and the load generator of the other one, and all that ran there, which
is Postgres too, and whatever else the machine does. **!**: that core was full and the server was not, which
could have answered more: a ratio to such a row is too high, one of such a row too low.`;
