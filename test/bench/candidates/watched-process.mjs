// Loaded before the service: with the first SIGUSR2 it begins to watch how long the thread that answers is
// kept, and with each further one it says so, and what is left in memory once everything else is collected.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Of the main thread alone, so that a busy machine does not count. */
const cpuMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;

let longest = 0;
let before = 0;
const turn = () => {
  const now = cpuMs();
  longest = Math.max(longest, now - before);
  before = now;
};

let watching;
process.on('SIGUSR2', () => {
  if (watching === undefined) {
    before = cpuMs();
    watching = setInterval(turn, 1);
    process.stdout.write('watching\n');
    return;
  }
  turn();
  for (let time = 0; time < 3; time += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`watched ${JSON.stringify({ longest, bytes: heapUsed + external })}\n`);
  // Collecting all of it at once is not what a service does.
  before = cpuMs();
});
