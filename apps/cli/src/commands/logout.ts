import type { Command } from 'commander';
import { CredentialFile } from '../identity/credentials.js';
import { logOut } from '../identity/device-login.js';
import { addressOf, type Session } from '../session.js';

/** `quartermaster logout`: forgets the tokens, and tells the issuer so. */
export const register = (program: Command, session: Session): void => {
  program
    .command('logout')
    .description('forget that you are signed in to the catalog of QM_URL')
    .action(() => run(session));
};

async function run(session: Session): Promise<void> {
  const { terminal, settings, fetch } = session;
  const url = addressOf(session);
  const file = new CredentialFile(settings.configFolder);
  const credential = await file.find(url);
  await file.forget(url);
  if (credential === undefined) {
    terminal.out('Nobody was signed in.');
    return;
  }
  const told = await logOut(credential, fetch).then(
    () => true,
    () => false,
  );
  terminal.out(
    told
      ? 'Signed out.'
      : 'Signed out here; the issuer could not be told, so that its tokens end by themselves.',
  );
}
