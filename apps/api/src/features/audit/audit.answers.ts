import { isObject, objectOf, type JsonObject } from '#core/json/value.js';
import { documentOf } from '../../database/records.js';
import { TEXT, TEXT_OR_NULL, TIME } from '../../http/answer-schema.js';
import type { StoredEvent } from './audit.repository.js';

/** What the hash of a stored event was taken over. */
export const eventOf = ({ event }: StoredEvent): JsonObject => {
  const document = documentOf(event);
  if (!isObject(document)) throw new Error('a stored audit event is not an object');
  return document;
};

/** An event with its hash, which was taken over all the other members. */
export const eventAnswer = (stored: StoredEvent): JsonObject =>
  objectOf([...Object.entries(eventOf(stored)), ['hash', stored.hash]]);

/** Who did it, as everybody is told who is told of it. */
export const ACTOR_PROPERTIES = {
  subject: TEXT,
  kind: TEXT,
  on_behalf_of: TEXT,
  issuer: { ...TEXT, description: 'The OIDC issuer that vouched for the subject.' },
} as const;

/** What was done, likewise. */
export const DEED_PROPERTIES = {
  at: TIME,
  action: TEXT,
  version: TEXT,
  policy_version: { type: 'integer' },
  reason: TEXT,
  before: { ...TEXT_OR_NULL, description: 'The digest of what was there.' },
  after: { ...TEXT_OR_NULL, description: 'The digest of what is there now.' },
  detail: { type: 'object' },
  request_id: TEXT,
} as const;

export const EVENT_SCHEMA = {
  type: 'object',
  properties: {
    schema: { const: 1 },
    seq: { type: 'integer', minimum: 1 },
    prev: { ...TEXT, description: 'The hash of the event before; empty for the first.' },
    hash: {
      type: 'string',
      pattern: '^sha256:[0-9a-f]{64}$',
      description: 'SHA-256 of the RFC 8785 form of this object without `hash`.',
    },
    actor: {
      type: 'object',
      properties: { ...ACTOR_PROPERTIES, key_id: TEXT },
      required: ['subject', 'kind'],
      additionalProperties: false,
    },
    tool_id: TEXT,
    ...DEED_PROPERTIES,
  },
  required: ['schema', 'seq', 'prev', 'hash', 'at', 'actor', 'action', 'request_id'],
  additionalProperties: false,
} as const;

export const EVENT_EXAMPLE = {
  schema: 1,
  seq: 42,
  prev: 'sha256:0d9e8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e9d',
  at: '2026-11-30T09:00:00.000Z',
  actor: { subject: 'rosa', kind: 'person', key_id: '4f1c09ab7d2e83c65f10' },
  action: 'version.released',
  request_id: 'req-7f3a',
  tool_id: 'support.create_ticket',
  version: '1.2.0',
  hash: 'sha256:6f1f0c1a0f7a4f1d8f4f7a0d3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e',
};

export const VERIFICATION_SCHEMA = {
  type: 'object',
  properties: {
    valid: { type: 'boolean' },
    events: { type: 'integer', description: 'How many events were checked.' },
    head: { ...TEXT, description: 'The hash of the last event; empty when there is none.' },
    first_seq: {
      type: 'integer',
      description:
        'Where it began; above 1 once old events were let go, of which a checkpoint tells.',
    },
    checkpoints: { type: 'integer', description: 'How many signed checkpoints agree.' },
    broken_at: { type: 'integer', description: 'The seq of the first event that does not fit.' },
    reason: TEXT,
  },
  required: ['valid', 'events', 'head', 'first_seq', 'checkpoints'],
  additionalProperties: false,
} as const;
