import { existsSync } from 'node:fs';

/** What the command line takes from its environment. */
export interface Settings {
  readonly url: string;
  readonly token: string | undefined;
  readonly noColor: boolean;
  readonly ci: boolean;
  /** Where the present run of a pipeline can be seen. */
  readonly runUrl: string | undefined;
}

export const DEFAULT_URL = 'http://127.0.0.1:3000';

/** The one place where this program reads its environment; empty means not set. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => ({
  url: stated(env['QM_URL']) ?? DEFAULT_URL,
  token: stated(env['QM_TOKEN']),
  noColor: stated(env['NO_COLOR']) !== undefined,
  ci: stated(env['CI']) !== undefined,
  runUrl: stated(env['CI_JOB_URL']) ?? githubRun(env),
});

/** The environment that a child process of ours starts from. */
export const inheritedEnvironment = (): Record<string, string | undefined> => ({ ...process.env });

/** As for the service, a file `.env` in the working directory fills in what is not set. */
export const ownSettings = (): Settings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
};

/** As GitHub Actions describes the run to its steps. */
function githubRun(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const [server, repository, id] = ['SERVER_URL', 'REPOSITORY', 'RUN_ID'].map((name) =>
    stated(env[`GITHUB_${name}`]),
  );
  if (server === undefined || repository === undefined || id === undefined) return undefined;
  return `${server}/${repository}/actions/runs/${id}`;
}

function stated(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
