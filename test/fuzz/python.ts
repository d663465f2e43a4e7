import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const CANDIDATES = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python3.10'];
const IS_NEW_ENOUGH = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/** Runs a command to its end; the code, and all that it printed. */
export const runCommand = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onText?: (text: string) => void } = {},
): Promise<{ code: number | null; text: string }> =>
  new Promise((done) => {
    const { onText, ...rest } = options;
    const child = spawn(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const take = (part: string): void => {
      text += part;
      onText?.(part);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', (error) => done({ code: null, text: error.message }));
    child.once('close', (code) => done({ code, text }));
  });

/**
 * The command of Schemathesis in an environment of its own under the temporary folder, made once for
 * each list of requirements; or why there is none here.
 */
export const schemathesis = async (): Promise<{ command: string } | { missing: string }> => {
  const wanted = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `quartermaster-fuzz-${wanted}`);
  const command = join(folder, 'bin', 'schemathesis');
  if (existsSync(command)) return { command };
  const python = await newEnough();
  if (python === undefined)
    return { missing: 'there is no Python 3.10 or newer with venv and pip' };
  const made = await runCommand(python, ['-m', 'venv', '--clear', folder]);
  if (made.code !== 0)
    return { missing: `no virtual environment could be made: ${lastLineOf(made.text)}` };
  const installed = await runCommand(join(folder, 'bin', 'pip'), [
    ...['install', '--quiet', '--disable-pip-version-check', '--requirement', REQUIREMENTS],
    // An index that is not there is soon given up.
    ...['--retries', '1', '--timeout', '10'],
  ]);
  return installed.code === 0
    ? { command }
    : { missing: `Schemathesis could not be installed: ${lastLineOf(installed.text)}` };
};

const lastLineOf = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const newEnough = async (): Promise<string | undefined> => {
  for (const name of CANDIDATES) {
    if ((await runCommand(name, ['-c', IS_NEW_ENOUGH])).code === 0) return name;
  }
  return undefined;
};
