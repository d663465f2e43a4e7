import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { bytesOfBase64url } from '#core/audit/base64url.js';
import {
  jwkOf,
  keyIdOf,
  publicKeyOf,
  textToSign,
  withSignature,
  type Checkpoint,
  type SignedCheckpoint,
} from '#core/audit/checkpoint.js';
import type { Json } from '#core/json/value.js';
import { Settings } from '../../config/env.js';
import { StartFailure } from '../../config/start-failure.js';
import { codeOf } from '../../config/system-error.js';

const FILE = 'audit-signing-key.pem';

/** What checkpoints are signed with: only the public half ever leaves this file. */
export interface SigningKey {
  readonly keyId: string;
  /** Its 32 bytes in base64url. */
  readonly publicKey: string;
  sign(claims: Omit<Checkpoint, 'key_id'>): string;
}

/**
 * The key of this deployment. It is never in the database, or whoever could rewrite the trail there
 * could sign what they wrote: it is configured, or made beside the embedded database at the first start.
 */
@Injectable()
export class CheckpointKey {
  private loading: Promise<SigningKey | null> | undefined;

  constructor(private readonly settings: Settings) {}

  /** Null where the database is somebody else's server and no key is configured. */
  get(): Promise<SigningKey | null> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<SigningKey | null> {
    const { auditSigningKey: stated, databaseUrl, dataDir } = this.settings;
    if (stated !== undefined) return signingKeyOf(await configuredPem(stated));
    return databaseUrl === undefined ? signingKeyOf(await ownPem(dataDir)) : null;
  }
}

/** Whether a checkpoint was signed by the key that it names. */
export const isSignedBy = (publicKey: string, signed: SignedCheckpoint): boolean => {
  const bytes = bytesOfBase64url(publicKey);
  if (bytes === null || keyIdOf(bytes) !== signed.checkpoint.key_id) return false;
  const key = createPublicKey({ key: { ...jwkOf(bytes) }, format: 'jwk' });
  return verify(null, Buffer.from(signed.signedText), key, signed.signature);
};

const configuredPem = async (stated: string): Promise<string> => {
  // One line of an environment file, where a line break is written as two characters.
  if (stated.startsWith('-----BEGIN')) return stated.replaceAll('\\n', '\n');
  try {
    return await readFile(stated, 'utf8');
  } catch {
    throw unusable();
  }
};

const ownPem = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const made = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  try {
    await writeFile(path, made, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await chmod(path, 0o600);
    return readFile(path, 'utf8');
  }
};

const signingKeyOf = (pem: string): SigningKey => {
  const privateKey = privateKeyOf(pem);
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = publicKeyOf(jwk as Json); // JSON by its name
  if (publicKey === null) throw unusable();
  const keyId = keyIdOf(publicKey);
  return {
    keyId,
    publicKey: jwkOf(publicKey).x,
    sign: (claims) => {
      const text = textToSign({ ...claims, key_id: keyId });
      return withSignature(text, sign(null, Buffer.from(text), privateKey));
    },
  };
};

const privateKeyOf = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    throw unusable();
  }
};

/** Neither the key nor its path is told. */
const unusable = (): StartFailure =>
  new StartFailure(
    'QM_AUDIT_SIGNING_KEY is no Ed25519 private key in PEM, nor a file with one',
    'Make one with: openssl genpkey -algorithm ed25519 -out audit-signing-key.pem',
  );
