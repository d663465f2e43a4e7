import { readSettings } from './env.js';
import { run } from './program.js';

/** One command line without a service, for tests: whatever asks for one fails. */
export const runOffline = async (
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> => {
  const out: string[] = [];
  const err: string[] = [];
  const offline = (): never => {
    throw new Error('an offline command has gone online');
  };
  const code = await run(argv, {
    settings: readSettings({ QM_URL: 'http://127.0.0.1:1', NO_COLOR: '1', CI: '1' }),
    terminal: {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      colour: false,
      live: false,
      width: undefined,
    },
    fetch: offline,
    sleep: offline,
    now: () => 0,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};
