import type { Command } from 'commander';
import { readSettings } from './env.js';
import { programOf, run } from './program.js';
import type { Session } from './session.js';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const QM_URL = 'http://127.0.0.1:1';

/** What a command needs of the world, and nobody there, for tests. */
export const sampleSession = (
  reach: Pick<Session, 'fetch' | 'sleep'>,
  told: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] },
): Session => ({
  settings: readSettings({ QM_URL, QM_TOKEN: 'qm_a_b', NO_COLOR: '1', CI: '1' }),
  terminal: {
    out: (text) => void told.out.push(text),
    err: (text) => void told.err.push(text),
    colour: false,
    live: false,
    width: undefined,
  },
  ...reach,
  now: () => 0,
});

const offline = (): never => {
  throw new Error('an offline command has gone online');
};

const NOBODY: Pick<Session, 'fetch' | 'sleep'> = {
  fetch: () => Promise.reject(new TypeError('fetch failed')),
  sleep: () => Promise.resolve(),
};

const runIn = async (
  reach: Pick<Session, 'fetch' | 'sleep'>,
  argv: readonly string[],
): Promise<Ended> => {
  const told = { out: [] as string[], err: [] as string[] };
  const code = await run(argv, sampleSession(reach, told));
  return { code, out: told.out.join('\n'), err: told.err.join('\n') };
};

/** One command line without a service, for tests: whatever asks for one fails. */
export const runOffline = (...argv: readonly string[]): Promise<Ended> =>
  runIn({ fetch: offline, sleep: offline }, argv);

/** One command line, whose service nobody answers for. */
export const runUnanswered = (...argv: readonly string[]): Promise<Ended> => runIn(NOBODY, argv);

/** The commands that there are. */
export const sampleProgram = (): Command => programOf(sampleSession(NOBODY));
