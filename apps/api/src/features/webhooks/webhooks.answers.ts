import { TEXT, TEXT_OR_NULL, TEXTS, TIME, TIME_OR_NULL, closed } from '../../http/answer-schema.js';
import {
  EVENT_MESSAGE_EXAMPLE,
  EVENT_MESSAGE_SCHEMA,
  eventMessage,
} from '../events/event-message.js';
import { messageIdOf } from './message.js';
import type { DeadLetter, Webhook } from './webhooks.repository.js';

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null;

const judgeOf = ({ key_id: keyId, issuer }: Pick<Webhook, 'key_id' | 'issuer'>) => {
  if (issuer !== null) return 'issuer';
  return keyId === null ? 'nobody' : 'key';
};

/** A webhook, without its secrets. */
export const webhookAnswer = (row: Webhook) => ({
  id: row.id,
  url: row.url,
  namespaces: row.namespaces,
  actions: row.actions,
  suspended: row.suspended,
  suspended_reason: row.suspended_reason,
  suspended_by: row.suspended_by,
  suspended_at: timeOf(row.suspended_at),
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  judged_by: judgeOf(row),
  key_id: row.key_id,
  issuer: row.issuer,
  failing_since: timeOf(row.failing_since),
  attempts: row.attempts,
  next_attempt_at: row.failing_since === null ? null : row.next_attempt_at.toISOString(),
  last_error: row.last_error,
  last_delivered_at: timeOf(row.last_delivered_at),
  former_secret_until: timeOf(row.former_secret_until),
});

const WEBHOOK_PROPERTIES = {
  id: TEXT,
  url: TEXT,
  namespaces: TEXTS,
  actions: TEXTS,
  suspended: { type: 'boolean' },
  suspended_reason: TEXT_OR_NULL,
  suspended_by: {
    ...TEXT_OR_NULL,
    description:
      '`rule:webhooks` where nobody took it for days, or nobody answers for it any more.',
  },
  suspended_at: TIME_OR_NULL,
  created_by: TEXT,
  created_at: TIME,
  judged_by: {
    enum: ['key', 'issuer', 'nobody'],
    description:
      'What has to be alive for it to be told anything. `nobody` where a release before this one made it and its key is not known or had ended: it is told on until it is suspended, and judged from when it is resumed.',
  },
  key_id: {
    ...TEXT_OR_NULL,
    description:
      'The key by whose grant it is judged: that which made or last resumed it, or its successor.',
  },
  issuer: { ...TEXT_OR_NULL, description: 'Of the token that it was made or resumed with.' },
  failing_since: { ...TIME_OR_NULL, description: 'Since when nothing could be delivered.' },
  attempts: { type: 'integer', description: 'How often the event that is next was tried.' },
  next_attempt_at: { ...TIME_OR_NULL, description: 'Null where nothing fails.' },
  last_error: TEXT_OR_NULL,
  last_delivered_at: TIME_OR_NULL,
  former_secret_until: { ...TIME_OR_NULL, description: 'Until then both secrets sign.' },
} as const;

export const WEBHOOK_SCHEMA = closed(WEBHOOK_PROPERTIES);

const SECRET = {
  ...TEXT,
  description: 'In this one answer: `whsec_` and the key in base64, as Standard Webhooks has it.',
} as const;

/** An answer that is given again for its Idempotency-Key is without the secret. */
export const WEBHOOK_WITH_SECRET_SCHEMA = closed({ ...WEBHOOK_PROPERTIES, secret: SECRET }, [
  'secret',
]);

export const WEBHOOK_EXAMPLE = {
  id: 'wh_m1k2j3h4g0123456789abcdef',
  url: 'https://hooks.example.com/quartermaster',
  namespaces: ['support'],
  actions: ['version.*', 'policy.proposed'],
  suspended: false,
  suspended_reason: null,
  suspended_by: null,
  suspended_at: null,
  created_by: 'rosa',
  created_at: '2026-11-30T09:00:00.000Z',
  judged_by: 'key',
  key_id: '4f1c09ab7d2e83c65f10',
  issuer: null,
  failing_since: null,
  attempts: 0,
  next_attempt_at: null,
  last_error: null,
  last_delivered_at: '2026-11-30T09:10:00.000Z',
  former_secret_until: null,
};

export const SECRET_EXAMPLE = { secret: 'whsec_<base64>' };

export const deadLetterAnswer = (row: DeadLetter) => {
  const message = eventMessage({ ...row, seq: Number(row.seq) });
  return {
    id: row.id,
    message_id: messageIdOf(row.hash),
    event: message,
    attempts: row.attempts,
    last_error: row.last_error,
    given_up_at: row.given_up_at.toISOString(),
    redelivery: row.due_at === null ? 'none' : 'waiting',
  };
};

export const DEAD_LETTER_SCHEMA = closed({
  id: TEXT,
  message_id: { ...TEXT, description: 'The header `webhook-id` that it was sent with.' },
  event: EVENT_MESSAGE_SCHEMA,
  attempts: { type: 'integer', minimum: 1 },
  last_error: TEXT,
  given_up_at: TIME,
  redelivery: { enum: ['none', 'waiting'] },
});

export const DEAD_LETTER_EXAMPLE = {
  id: 'dl_m1k2j3h4g0123456789abcdef',
  message_id: 'msg_6f1f0c1a0f7a4f1d8f4f7a0d3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e',
  event: EVENT_MESSAGE_EXAMPLE,
  attempts: 11,
  last_error: 'the receiver answered 500',
  given_up_at: '2026-12-01T13:00:00.000Z',
  redelivery: 'none',
};
