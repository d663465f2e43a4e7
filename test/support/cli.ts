import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app.js';
import { run } from '../../apps/cli/src/program.js';
import { readSettings } from '../../apps/cli/src/env.js';

/** Opens a port for the service, since a command line speaks to an address. */
export const listeningAddress = async ({ app }: TestApp): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.getUrl();
};

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line against a service, as it runs where no terminal is. */
export const runCli = async (
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> => {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(argv, {
    settings: readSettings(env),
    terminal: {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      colour: false,
      live: false,
      width: undefined,
    },
    fetch,
    sleep,
    now: Date.now,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};
