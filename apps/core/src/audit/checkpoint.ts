import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../json/canonical.js';
import { readJson } from '../json/read.js';
import { isObject, member, type Json, type JsonObject } from '../json/value.js';
import { base64url, bytesOfBase64url } from './base64url.js';

/** What is signed: how the trail ended at some moment. */
export interface Checkpoint {
  /** The number of the last event. */
  readonly seq: number;
  /** The hash of that event, and so of all before it. */
  readonly head: string;
  /** How many events were stored then; fewer than `seq` once old ones were let go. */
  readonly events: number;
  readonly at: string;
  /** The RFC 7638 thumbprint of the public key. */
  readonly key_id: string;
}

/** A checkpoint as it was read, with what its signature is checked by. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The characters that were signed, all of them ASCII. */
  readonly signedText: string;
  readonly signature: Uint8Array;
  readonly text: string;
}

const TYPE = 'quartermaster-checkpoint+jws';

/**
 * The part of a compact JWS (RFC 7515) that is signed with Ed25519 (RFC 8037): header and claims, each
 * in its RFC 8785 form. Whatever reads a JWS reads a checkpoint.
 */
export const textToSign = (checkpoint: Checkpoint): string => {
  const { seq, head, events, at, key_id } = checkpoint;
  const header = { alg: 'EdDSA', kid: key_id, typ: TYPE };
  return [header, { schema: 1, seq, head, events, at, key_id }].map(encoded).join('.');
};

export const withSignature = (signedText: string, signature: Uint8Array): string =>
  `${signedText}.${base64url(signature)}`;

/**
 * Reads a checkpoint without judging its signature. Null is whatever `textToSign` would not write: no
 * second text says the same, so that two checkpoints are one exactly where their texts are.
 */
export const readCheckpoint = (text: string): SignedCheckpoint | null => {
  const [header = '', claims = '', sealed = '', ...more] = text.split('.');
  const checkpoint = checkpointOf(decoded(claims));
  const signature = bytesOfBase64url(sealed);
  if (checkpoint === null || signature?.length !== 64 || more.length > 0) return null;
  const signedText = textToSign(checkpoint);
  return signedText === `${header}.${claims}` ? { checkpoint, signedText, signature, text } : null;
};

/** The name of an Ed25519 public key: the thumbprint of its JSON Web Key (RFC 7638). */
export const keyIdOf = (publicKey: Uint8Array): string =>
  base64url(sha256(utf8ToBytes(canonicalJson(jwkOf(publicKey)))));

/** An Ed25519 public key of 32 bytes as a JSON Web Key (RFC 8037), with no more than makes the key. */
export const jwkOf = (publicKey: Uint8Array) =>
  ({ crv: 'Ed25519', kty: 'OKP', x: base64url(publicKey) }) as const;

/** The 32 bytes of a JSON Web Key, or null where it is none for Ed25519. */
export const publicKeyOf = (jwk: Json | undefined): Uint8Array | null => {
  if (!isObject(jwk) || member(jwk, 'kty') !== 'OKP' || member(jwk, 'crv') !== 'Ed25519') {
    return null;
  }
  const x = member(jwk, 'x');
  const bytes = typeof x === 'string' ? bytesOfBase64url(x) : null;
  return bytes?.length === 32 ? bytes : null;
};

const encoded = (part: JsonObject): string => base64url(utf8ToBytes(canonicalJson(part)));

const decoded = (text: string): Json | undefined => {
  const bytes = bytesOfBase64url(text);
  // Claims are ASCII; anything else is written differently by `textToSign` and refused there.
  const reading =
    bytes === null ? null : readJson(String.fromCharCode(...bytes.subarray(0, 2_000)));
  return reading?.ok === true ? reading.value : undefined;
};

const checkpointOf = (claims: Json | undefined): Checkpoint | null => {
  if (!isObject(claims)) return null;
  const [seq, events] = ['seq', 'events'].map((name) => countAt(claims, name));
  const [head, at, keyId] = ['head', 'at', 'key_id'].map((name) => textAt(claims, name));
  if (seq === undefined || events === undefined) return null;
  if (head === undefined || at === undefined || keyId === undefined) return null;
  return { seq, head, events, at, key_id: keyId };
};

const textAt = (object: JsonObject, name: string): string | undefined => {
  const value = member(object, name);
  return typeof value === 'string' ? value : undefined;
};

const countAt = (object: JsonObject, name: string): number | undefined => {
  const value = member(object, name);
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
};
