import { isObject, member, objectOf, type JsonObject } from '#core/json/value.js';
import { documentOf } from '../../database/records.js';
import { TEXT, TEXT_OR_NULL, TIME } from '../../http/answer-schema.js';
import type { LoggedEvent } from './events.repository.js';

const ACTOR = ['subject', 'kind', 'on_behalf_of'] as const;

const DEED = [
  ...['at', 'action', 'tool_id', 'version', 'policy_version', 'reason'],
  ...['before', 'after', 'detail', 'request_id'],
] as const;

/**
 * A change as the readers of its namespace are told of it: as in the history of a tool, without the
 * key by which it was done and without its number in the trail.
 */
export const eventMessage = ({ hash, namespace, event }: LoggedEvent): JsonObject => {
  const stored = documentOf(event);
  const actor = isObject(stored) ? member(stored, 'actor') : undefined;
  if (!isObject(stored) || !isObject(actor)) throw new Error('a stored event cannot be read');
  return objectOf([
    ['id', hash],
    ['namespace', namespace],
    ...picked(stored, DEED),
    ['actor', objectOf(picked(actor, ACTOR))],
  ]);
};

const picked = (object: JsonObject, names: readonly string[]) =>
  names.flatMap((name) => {
    const value = member(object, name);
    return value === undefined ? [] : [[name, value] as const];
  });

export const EVENT_MESSAGE_SCHEMA = {
  type: 'object',
  properties: {
    id: { ...TEXT, description: 'As in the history of the tool: the `hash` of the audit event.' },
    namespace: TEXT,
    at: TIME,
    action: { ...TEXT, description: 'Such as `version.released` or `policy.tightened`.' },
    tool_id: { ...TEXT, description: 'Missing where the whole namespace is meant.' },
    version: TEXT,
    policy_version: { type: 'integer' },
    reason: TEXT,
    before: { ...TEXT_OR_NULL, description: 'The digest of what was there.' },
    after: { ...TEXT_OR_NULL, description: 'The digest of what is there now.' },
    detail: { type: 'object' },
    request_id: TEXT,
    actor: {
      type: 'object',
      properties: { subject: TEXT, kind: TEXT, on_behalf_of: TEXT },
      required: ['subject', 'kind'],
      additionalProperties: false,
    },
  },
  required: ['id', 'namespace', 'at', 'action', 'actor', 'request_id'],
  additionalProperties: false,
} as const;

export const EVENT_MESSAGE_EXAMPLE = {
  id: 'sha256:6f1f0c1a0f7a4f1d8f4f7a0d3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e',
  namespace: 'support',
  at: '2026-11-30T09:00:00.000Z',
  action: 'version.released',
  tool_id: 'support.create_ticket',
  version: '1.2.0',
  policy_version: 2,
  before: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  after: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  detail: { from: 'staging', to: 'enabled' },
  request_id: 'req-7f3a',
  actor: { subject: 'rosa', kind: 'person' },
};
