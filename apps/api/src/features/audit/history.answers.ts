import { isObject, member, objectOf, type JsonObject } from '#core/json/value.js';
import { TEXT } from '../../http/answer-schema.js';
import { ACTOR_PROPERTIES, DEED_PROPERTIES, eventOf } from './audit.answers.js';
import type { StoredEvent } from './audit.repository.js';

/**
 * One event of the audit trail, as far as the readers of a tool are told: not by which key it was
 * done, nor its number in the chain, which counts what happened to everybody else's tools. Its hash
 * names it to who may read the trail.
 */
export const historyAnswer = (stored: StoredEvent): JsonObject => {
  const event = eventOf(stored);
  const actor = member(event, 'actor');
  if (!isObject(actor)) throw new Error('a stored audit event has no actor');
  return objectOf([
    ['id', stored.hash],
    ...Object.entries(picked(event, Object.keys(DEED_PROPERTIES))),
    ['actor', picked(actor, Object.keys(ACTOR_PROPERTIES))],
  ]);
};

const picked = (object: JsonObject, names: readonly string[]): JsonObject =>
  objectOf(
    names.flatMap((name) => {
      const value = member(object, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

export const HISTORY_ENTRY_SCHEMA = {
  type: 'object',
  properties: {
    id: { ...TEXT, description: 'The `hash` of the audit event.' },
    ...DEED_PROPERTIES,
    actor: {
      type: 'object',
      properties: ACTOR_PROPERTIES,
      required: ['subject', 'kind'],
      additionalProperties: false,
    },
  },
  required: ['id', 'at', 'actor', 'action', 'request_id'],
  additionalProperties: false,
} as const;

export const HISTORY_ENTRY_EXAMPLE = {
  id: 'sha256:6f1f0c1a0f7a4f1d8f4f7a0d3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e',
  at: '2026-11-30T09:00:00.000Z',
  actor: { subject: 'support-ci', kind: 'pipeline' },
  action: 'version.registered',
  version: '1.3.0',
  policy_version: 2,
  before: null,
  after: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  request_id: 'req-7f3a',
};
