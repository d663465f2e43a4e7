import type { Command } from 'commander';
import { ApiClient } from '../client/api-client.js';
import { usageFailure } from '../exit-codes.js';
import { CredentialFile } from '../identity/credentials.js';
import { logIn } from '../identity/device-login.js';
import { shown } from '../output/text.js';
import { addressOf, type Session } from '../session.js';
import { callerText } from './whoami.js';

interface Options {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly audience?: string;
  readonly scope: string;
}

const EXAMPLES = `
The issuer has to be one that the catalog trusts, and the client a public one with the device grant.
The ID token is what the catalog is sent; with --audience the access token for it.

Examples:
  $ quartermaster login --issuer https://login.acme.example/realms/acme --client-id quartermaster
  $ QM_OIDC_ISSUER=… QM_OIDC_CLIENT_ID=… quartermaster login`;

/** `quartermaster login`: signs a person in with a browser, on this device or another. */
export const register = (program: Command, session: Session): void => {
  program
    .command('login')
    .description('sign in to the catalog of QM_URL with a browser')
    .option('--issuer <address>', 'who you sign in at; QM_OIDC_ISSUER unless given')
    .option('--client-id <id>', 'as what; QM_OIDC_CLIENT_ID unless given')
    .option('--audience <name>', 'ask for an access token for it')
    .option('--scope <scopes>', 'what is asked for', 'openid email profile offline_access')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(options, session));
};

async function run({ scope, audience, ...options }: Options, session: Session): Promise<void> {
  const { terminal, settings, fetch, sleep, now } = session;
  const issuer = options.issuer ?? settings.login.issuer;
  const clientId = options.clientId ?? settings.login.clientId;
  if (issuer === undefined || clientId === undefined) {
    throw usageFailure('Give --issuer and --client-id: where you sign in, and as what.');
  }
  const url = addressOf(session);
  const tell = (address: string, code: string): void =>
    terminal.err(`Open ${shown(address)} and confirm the code ${shown(code)}.`);
  const request = { issuer, clientId, scope, ...(audience === undefined ? {} : { audience }) };
  const credential = await logIn(request, { fetch, sleep, now, tell });
  // What the catalog refuses is not worth keeping.
  const client = new ApiClient({ url, token: credential.token, fetch, sleep, now });
  const { body } = await client.send({ method: 'GET', path: '/v1/me' });
  await new CredentialFile(settings.configFolder).keep(url, credential);
  terminal.out(callerText(terminal, body));
}
