// Servers as processes of their own, held to one core where the machine lets us.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cpuUsOf } from './cpu.mjs';

const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const PINNED = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Puts this process, and all that it starts but servers, on the core of those who ask. */
export const pinSelf = () => {
  if (PINNED) spawnSync('taskset', ['-a', '-p', '-c', String(LOAD_CORE), String(process.pid)]);
  return PINNED;
};

/** However this process ends, none of them is left behind. */
const running = new Set();
export const killServers = () => running.forEach((child) => child.kill('SIGKILL'));
process.once('exit', killServers);

/** Resolves once the process says where it listens, and again with `whenSaid` for what it logs. */
export const startServer = async (args, env = {}) => {
  const command = PINNED
    ? ['taskset', '-c', String(SERVER_CORE), process.execPath, ...args]
    : [process.execPath, ...args];
  const startedAt = performance.now();
  const child = spawn(command[0], command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: '0', ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  /** Said from `from` on, a number of characters. */
  const whenSaid = async (pattern, from = 0) => {
    while (!pattern.test(said.slice(from))) {
      if ((child.exitCode ?? child.signalCode) !== null)
        throw new Error(`the server ended: ${said}`);
      await new Promise((done) => setTimeout(done, 10));
    }
    return {
      match: pattern.exec(said.slice(from)),
      length: said.length,
      ms: performance.now() - startedAt,
    };
  };
  const { match } = await whenSaid(/is ready at \S+:(\d+)/);
  return {
    port: Number(match[1]),
    whenSaid,
    /** User and system, of all its threads and of its process for checks. */
    cpuUs: () => cpuUsOf(child.pid),
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
    /** For what `watched-process.mjs` does with it. */
    signal: () => child.kill('SIGUSR2'),
    stop: () =>
      new Promise((done) => {
        child.once('exit', done);
        child.kill('SIGTERM');
      }),
  };
};
