import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run: string;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface ShellResult {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a script in a shell, with nothing of this process's environment but the path. */
export const runShell = (
  [command, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ShellResult> =>
  new Promise((done, fail) => {
    const env = { PATH: process.env['PATH'], HOME: options.cwd, CI: 'true', ...options.env };
    const child = spawn(command, args, { cwd: options.cwd, env });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (out += text));
    }
    child.once('error', fail).once('close', (code) => done({ code, out }));
  });

export interface ActionRun extends ShellResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

interface Job {
  readonly workspace: string;
  /** `RUNNER_TEMP` among it. */
  readonly env: Readonly<Record<string, string>>;
}

type Inputs = Readonly<Record<string, string>>;

/**
 * Runs the steps of `action.yml` as a runner of GitHub does: the same shell, inputs put in their
 * places, outputs and summary in files. Steps that call for other actions do not occur.
 */
export const runAction = async (given: Inputs, job: Job): Promise<ActionRun> => {
  const action = parse(await readFile('action.yml', 'utf8')) as Action;
  const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`no inputs of the action: ${unknown.join(', ')}`);
  const fill = expressionsOf(action, given, job);
  const temp = job.env['RUNNER_TEMP'] ?? job.workspace;
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')];
  for (const path of [output, summary]) await writeFile(path, '');
  const own = {
    GITHUB_ACTION_PATH: resolve('.'),
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
  };
  let result: ShellResult = { code: 0, out: '' };
  for (const step of action.runs.steps.filter(({ if: condition }) => isTrue(condition, given))) {
    const script = join(temp, 'step.sh');
    await writeFile(script, step.run);
    const filled = Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]);
    result = await runShell(['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd: resolve(job.workspace, fill(step['working-directory'] ?? '.')),
      env: { ...job.env, ...own, ...Object.fromEntries(filled) },
    });
    if (result.code !== 0) break;
  }
  const outputs = outputsIn(await readFile(output, 'utf8'));
  return { ...result, outputs, summary: await readFile(summary, 'utf8') };
};

/** Puts values in the places of `${{ … }}`; of its language only what the action uses is known. */
const expressionsOf = ({ inputs }: Action, given: Inputs, { env }: Job) => {
  const fill = (text: string): string =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_whole, expression: string) => {
      if (expression === 'github.token') return env['GITHUB_TOKEN'] ?? '';
      const name = /^inputs\.([\w-]+)$/.exec(expression)?.[1];
      if (name === undefined) throw new Error(`an expression that is not known: ${expression}`);
      return given[name] ?? fill(inputs[name]?.default ?? '');
    });
  return fill;
};

/** The one form of a condition that the action has: an input is empty. */
const isTrue = (condition: string | undefined, given: Inputs): boolean => {
  if (condition === undefined) return true;
  const name = /^\$\{\{ inputs\.([\w-]+) == '' \}\}$/.exec(condition)?.[1];
  if (name === undefined) throw new Error(`a condition that is not known: ${condition}`);
  return (given[name] ?? '') === '';
};

const outputsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [name = '', ...value] = line.split('=');
      return name === '' ? [] : [[name, value.join('=')]];
    }),
  );
