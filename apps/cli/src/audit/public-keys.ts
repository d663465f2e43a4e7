import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jwkOf, keyIdOf, publicKeyOf, type SignedCheckpoint } from '#core/audit/checkpoint.js';
import { readJson } from '#core/json/read.js';
import { isObject, type Json } from '#core/json/value.js';
import { asObject, objectsAt } from '../catalog/fields.js';
import type { ApiClient } from '../client/api-client.js';
import { usageFailure } from '../exit-codes.js';

/** Public keys by their names, which are their own thumbprints. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

export const KEYS_PATH = '/v1/audit-events/checkpoints/keys';

/** Keys out of files: PEM, a JSON Web Key, or a set of them. */
export const keysIn = async (paths: readonly string[]): Promise<PublicKeys> => {
  const keys: KeyEntry[] = [];
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw usageFailure(`${path} cannot be read: ${reason}`);
    });
    const found = text.includes('-----BEGIN') ? [ofPem(text)] : ofJson(text);
    const read = found.flatMap((key) => key ?? []);
    if (read.length === 0 || read.length < found.length) {
      throw usageFailure(`${path} holds no Ed25519 public key`, 'PEM, a JWK or a JWK Set is read.');
    }
    keys.push(...read.map((key): KeyEntry => [keyIdOf(rawOf(key)), key]));
  }
  return new Map(keys);
};

/** The keys as the service names them: they prove no more than the service does. */
export const keysOfService = async (client: ApiClient): Promise<PublicKeys> => {
  const answer = asObject((await client.send({ method: 'GET', path: KEYS_PATH })).body);
  const keys = objectsAt(answer, 'keys').flatMap((jwk) => ofJwk(jwk) ?? []);
  return new Map(keys.map((key) => [keyIdOf(rawOf(key)), key]));
};

/** Undefined where none of the keys has the name; else whether it made the signature. */
export const isGenuine = (
  keys: PublicKeys,
  { checkpoint, signedText, signature }: SignedCheckpoint,
): boolean | undefined => {
  const key = keys.get(checkpoint.key_id);
  return key === undefined ? undefined : verify(null, Buffer.from(signedText), key, signature);
};

type KeyEntry = [keyId: string, key: KeyObject];

function ofJson(text: string): (KeyObject | null)[] {
  const reading = readJson(text);
  if (!reading.ok || !isObject(reading.value)) return [];
  const set = objectsAt(reading.value, 'keys');
  return (set.length > 0 ? set : [reading.value]).map(ofJwk);
}

function ofJwk(jwk: Json): KeyObject | null {
  const bytes = publicKeyOf(jwk);
  return bytes === null ? null : createPublicKey({ key: { ...jwkOf(bytes) }, format: 'jwk' });
}

/** Of a private key too its public half is what is taken. */
function ofPem(text: string): KeyObject | null {
  try {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function rawOf(key: KeyObject): Uint8Array {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}
