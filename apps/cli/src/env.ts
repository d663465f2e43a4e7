import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the command line takes from its environment. */
export interface Settings {
  readonly url: string;
  readonly token: string | undefined;
  readonly noColor: boolean;
  readonly ci: boolean;
  /** Where the present run of a pipeline can be seen. */
  readonly runUrl: string | undefined;
  /** What GitHub Actions says of the run, as far as it is one. */
  readonly github: GithubSettings | undefined;
  /** Where a person signs in unless the command line says otherwise. */
  readonly login: { readonly issuer: string | undefined; readonly clientId: string | undefined };
  /** The folder of the user in which programs keep what they have to remember. */
  readonly configFolder: string;
  /** Where the run's own identity is to be had, and for whom it is meant. */
  readonly identity: IdentitySettings | undefined;
}

export interface GithubSettings {
  readonly apiUrl: string;
  readonly repository: string;
  readonly eventPath: string;
  readonly token: string | undefined;
}

export interface IdentitySettings {
  readonly requestUrl: string;
  readonly requestToken: string;
  readonly audience: string;
}

export const DEFAULT_URL = 'http://127.0.0.1:3000';

/** The one place where this program reads its environment; empty means not set. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => ({
  url: stated(env['QM_URL']) ?? DEFAULT_URL,
  token: stated(env['QM_TOKEN']),
  noColor: stated(env['NO_COLOR']) !== undefined,
  ci: stated(env['CI']) !== undefined,
  runUrl: stated(env['CI_JOB_URL']) ?? githubRun(env),
  github: githubOf(env),
  login: { issuer: stated(env['QM_OIDC_ISSUER']), clientId: stated(env['QM_OIDC_CLIENT_ID']) },
  configFolder: stated(env['XDG_CONFIG_HOME']) ?? join(homedir(), '.config'),
  identity: identityOf(env),
});

/** The environment that a child process of ours starts from. */
export const inheritedEnvironment = (): Record<string, string | undefined> => ({ ...process.env });

/** As for the service, a file `.env` in the working directory fills in what is not set. */
export const ownSettings = (): Settings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
};

type Environment = Readonly<Record<string, string | undefined>>;

function githubOf(env: Environment): GithubSettings | undefined {
  const [repository, eventPath] = [
    stated(env['GITHUB_REPOSITORY']),
    stated(env['GITHUB_EVENT_PATH']),
  ];
  if (repository === undefined || eventPath === undefined) return undefined;
  const apiUrl = stated(env['GITHUB_API_URL']) ?? 'https://api.github.com';
  return { apiUrl, repository, eventPath, token: stated(env['GITHUB_TOKEN']) };
}

/** A job with `id-token: write` may ask GitHub for a token of its own, for one audience. */
function identityOf(env: Environment): IdentitySettings | undefined {
  const requestUrl = stated(env['ACTIONS_ID_TOKEN_REQUEST_URL']);
  const requestToken = stated(env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']);
  if (requestUrl === undefined || requestToken === undefined) return undefined;
  const audience = stated(env['QM_AUDIENCE']) ?? stated(env['QM_URL']) ?? DEFAULT_URL;
  return { requestUrl, requestToken, audience };
}

/** As GitHub Actions describes the run to its steps. */
function githubRun(env: Environment): string | undefined {
  const [server, repository, id] = ['SERVER_URL', 'REPOSITORY', 'RUN_ID'].map((name) =>
    stated(env[`GITHUB_${name}`]),
  );
  if (server === undefined || repository === undefined || id === undefined) return undefined;
  return `${server}/${repository}/actions/runs/${id}`;
}

function stated(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
