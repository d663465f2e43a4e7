import { readJson } from '#core/json/read.js';
import { isObject, member } from '#core/json/value.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { CredentialFile, type Credential } from './credentials.js';
import { refresh } from './device-login.js';

/** A request takes a while to arrive, and clocks differ. */
const SPARE_MS = 60_000;

export interface SignedInSettings {
  readonly url: string;
  readonly configFolder: string;
}

/** The token of whoever is signed in to this catalog, renewed where it ends; undefined for nobody. */
export const signedInToken = async (
  { url, configFolder }: SignedInSettings,
  send: typeof fetch,
  now: number,
): Promise<string | undefined> => {
  const file = new CredentialFile(configFolder);
  const credential = await file.find(url);
  if (credential === undefined || expiryOf(credential) > now + SPARE_MS) return credential?.token;
  const renewed = await refresh(credential, send);
  if (renewed === undefined) {
    throw new CommandFailure(
      EXIT.refused,
      'you are no longer signed in',
      'Run `quartermaster login` again.',
    );
  }
  await file.keep(url, renewed);
  return renewed.token;
};

/** Milliseconds since 1970; of a token that does not say so, now is as good as any. */
const expiryOf = ({ token }: Credential): number => {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const reading = readJson(payload);
  const exp = reading.ok && isObject(reading.value) ? member(reading.value, 'exp') : undefined;
  return typeof exp === 'number' ? exp * 1000 : 0;
};
