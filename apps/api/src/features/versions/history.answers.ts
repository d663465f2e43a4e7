import { isObject, member, objectOf, type JsonObject } from '#core/json/value.js';
import { documentOf } from '../../database/records.js';

/** One audit event, as far as the readers of a tool are told: not by which key it was done. */
export type HistoryEntry = JsonObject;

const TOLD = [
  'seq',
  'at',
  'action',
  'version',
  'policy_version',
  'reason',
  'before',
  'after',
  'detail',
  'request_id',
] as const;

const TOLD_OF_ACTOR = ['subject', 'kind', 'on_behalf_of'] as const;

export const historyAnswer = ({ event }: { readonly event: string }): HistoryEntry => {
  const document = documentOf(event);
  const actor = isObject(document) ? member(document, 'actor') : undefined;
  if (!isObject(document) || !isObject(actor)) throw new Error('a stored event cannot be read');
  return objectOf([
    ...Object.entries(picked(document, TOLD)),
    ['actor', picked(actor, TOLD_OF_ACTOR)],
  ]);
};

const picked = (document: JsonObject, names: readonly string[]): JsonObject =>
  objectOf(
    names.flatMap((name) => {
      const value = member(document, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

export const HISTORY_ENTRY_SCHEMA = {
  type: 'object',
  properties: {
    seq: { type: 'integer', minimum: 1, description: 'The number of the audit event.' },
    at: { type: 'string', format: 'date-time' },
    actor: {
      type: 'object',
      properties: {
        subject: { type: 'string' },
        kind: { type: 'string' },
        on_behalf_of: { type: 'string' },
      },
      required: ['subject', 'kind'],
      additionalProperties: false,
    },
    action: { type: 'string' },
    version: { type: 'string' },
    policy_version: { type: 'integer' },
    reason: { type: 'string' },
    before: { type: ['string', 'null'], description: 'The digest of what was there.' },
    after: { type: ['string', 'null'], description: 'The digest of what is there now.' },
    detail: { type: 'object' },
    request_id: { type: 'string' },
  },
  required: ['seq', 'at', 'actor', 'action', 'request_id'],
  additionalProperties: false,
} as const;

export const HISTORY_ENTRY_EXAMPLE = {
  seq: 42,
  at: '2026-11-30T09:00:00.000Z',
  actor: { subject: 'support-ci', kind: 'pipeline' },
  action: 'version.registered',
  version: '1.3.0',
  policy_version: 2,
  before: null,
  after: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  request_id: 'req-7f3a',
};
