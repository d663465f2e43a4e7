import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  stopPostmaster,
  survivingPostmaster,
} from '../../apps/api/src/database/embedded/postmaster.js';
import { commandLineOf } from '../../apps/api/src/database/embedded/process-identity.js';
import { scratchBase } from './scratch.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;

export interface StartOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Left out: node itself, as `npm start` runs it. */
  readonly command?: readonly [string, ...string[]];
  readonly uid?: number;
  /** Another checkout than this one. */
  readonly cwd?: string;
}

/** The service as a process of its own, in a session of its own. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((done) => child.once('close', (code) => done(code)));
  }

  static start(options: StartOptions): ServiceProcess {
    const [command, ...args] = options.command ?? [process.execPath, 'apps/start.mjs'];
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      // Its own group: a signal to the group must not reach the test.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: options.dataDir,
        PORT: '0',
        QM_DATA_DIR: options.dataDir,
        ...options.env,
      },
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    return new ServiceProcess(child);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the service was never started');
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The address it answers under, once it does. */
  async address(): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const address = /is ready at (\S+)\n/.exec(this.stdout)?.[1];
      if (address !== undefined) return address;
      if (this.child.exitCode !== null) break;
      await sleep(25);
    }
    throw new Error(`the service is not ready: ${this.stdout}${this.stderr}`);
  }

  /** Resolves once its log has this message. */
  async says(message: string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!this.stderr.includes(`"msg":"${message}"`)) {
      if (Date.now() > deadline) throw new Error(`not said: ${message}. ${this.stderr}`);
      await sleep(5);
    }
  }

  /** The key that was printed, if one was. */
  get adminKey(): string | undefined {
    return /(qm_\w+_[\w-]+)/.exec(this.stdout)?.[1];
  }

  /** What it said for people on stderr: everything that is not a line of the log. */
  get complaints(): readonly string[] {
    const lines = this.stderr.split('\n').filter((line) => line !== '');
    return lines.filter((line) => !line.startsWith('{') && !line.startsWith('Building'));
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
  }

  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.pid, name);
  }
}

/** A data directory, and what makes sure that nothing of it is left. */
export const makeDataDir = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(scratchBase(), 'quartermaster-service-'));
  return {
    path,
    remove: async () => {
      // A service that a failed test left running would start its server again.
      const holder = isLocked(path) ? await holderOf(path) : 0;
      if (commandLineOf(holder).includes('start.mjs')) process.kill(holder, 'SIGKILL');
      const survivor = await survivingPostmaster(join(path, 'postgres'));
      if (survivor !== undefined) await stopPostmaster(survivor);
      await rm(path, { recursive: true, force: true });
    },
  };
};

/** The process of the embedded server, if it runs. */
export const postmasterOf = (dataDir: string): Promise<number | undefined> =>
  survivingPostmaster(join(dataDir, 'postgres'));

export const isLocked = (dataDir: string): boolean => existsSync(join(dataDir, 'lock'));

/** The process that `npm start` ended in: the one that holds the data directory. */
export const holderOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'lock'), 'utf8')).split(' ')[0]);
