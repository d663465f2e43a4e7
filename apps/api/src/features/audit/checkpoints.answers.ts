import { jwkOf, readCheckpoint } from '#core/audit/checkpoint.js';
import { bytesOfBase64url } from '#core/audit/base64url.js';
import { objectOf, type JsonObject } from '#core/json/value.js';
import { closed, TEXT, TIME } from '../../http/answer-schema.js';
import type { StoredCheckpoint } from './checkpoints.repository.js';
import type { PublicAuditKey } from './list-audit-keys.js';

/** What is signed, read out of it, and the whole text that a keeper keeps. */
export const checkpointAnswer = ({ checkpoint }: StoredCheckpoint): JsonObject => {
  const signed = readCheckpoint(checkpoint);
  if (signed === null) throw new Error('a stored checkpoint cannot be read');
  const { seq, head, events, at, key_id } = signed.checkpoint;
  return { seq, head, events, at, key_id, checkpoint };
};

/** As RFC 7517 has sets of keys. */
export const keysAnswer = (keys: readonly PublicAuditKey[]): JsonObject => ({
  keys: keys.map(({ key_id, public_key }) => {
    const bytes = bytesOfBase64url(public_key) ?? new Uint8Array();
    const members = { ...jwkOf(bytes), kid: key_id, use: 'sig', alg: 'EdDSA' };
    return objectOf(Object.entries(members));
  }),
});

const JWS = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{86}$',
  description:
    'The other members, signed: a compact JWS (RFC 7515) with Ed25519 (RFC 8037). Keep this text elsewhere.',
} as const;

export const CHECKPOINT_SCHEMA = closed({
  seq: { type: 'integer', minimum: 0, description: 'The number of the last event.' },
  head: { ...TEXT, description: 'The hash of that event, and so of all before it.' },
  events: {
    type: 'integer',
    minimum: 0,
    description: 'How many were stored then; fewer than `seq` once old ones were let go.',
  },
  at: TIME,
  key_id: { ...TEXT, description: 'The `kid` of the public key.' },
  checkpoint: JWS,
});

/** Signed with the key of `KEYS_EXAMPLE`, which is that of RFC 8037, appendix A. */
export const CHECKPOINT_EXAMPLE = {
  seq: 42,
  head: 'sha256:6f1f0c1a0f7a4f1d8f4f7a0d3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e',
  events: 42,
  at: '2026-11-30T09:00:00.000Z',
  key_id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  checkpoint:
    'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsiLCJ0eXAiOiJxdWFydGVybWFzdGVyLWNoZWNrcG9pbnQrandzIn0.eyJhdCI6IjIwMjYtMTEtMzBUMDk6MDA6MDAuMDAwWiIsImV2ZW50cyI6NDIsImhlYWQiOiJzaGEyNTY6NmYxZjBjMWEwZjdhNGYxZDhmNGY3YTBkM2M1YjllMmE2ZDhjN2IxZTBmOWE4YjdjNmQ1ZTRmM2EyYjFjMGQ5ZSIsImtleV9pZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsiLCJzY2hlbWEiOjEsInNlcSI6NDJ9.o9CGYGBu0HjM-pV5zDf-MwdsYY5Fm2V1WF2gjo_Gyj6vvCA-SNQqvSvU7RHSNQH361LMIGU429FmE0fwzMxiCQ',
} as const;

export const KEYS_SCHEMA = closed({
  keys: {
    type: 'array',
    items: closed({
      kty: { const: 'OKP' },
      crv: { const: 'Ed25519' },
      x: { ...TEXT, description: 'The public key in base64url.' },
      kid: { ...TEXT, description: 'Its thumbprint (RFC 7638).' },
      use: { const: 'sig' },
      alg: { const: 'EdDSA' },
    }),
  },
});

export const KEYS_EXAMPLE = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      use: 'sig',
      alg: 'EdDSA',
    },
  ],
} as const;
