import { createHmac, randomBytes } from 'node:crypto';
import { member } from '#core/json/value.js';
import { eventMessage } from '../events/event-message.js';
import type { LoggedEvent } from '../events/read-trail.js';

const PREFIX = 'whsec_';

/** A key of 256 random bits, as Standard Webhooks writes it. */
export const makeSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** What a receiver tells repetitions by: the same in every attempt and on every replica. */
export const messageIdOf = (hash: string): string => `msg_${hash.slice('sha256:'.length)}`;

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * An event as it is sent at a moment (Standard Webhooks 1.0): the signature is over id, moment and
 * body, so that nobody can send an old message as a new one. With two secrets there are two of them.
 */
export const messageOf = (event: LoggedEvent, secrets: readonly string[], now: Date): Message => {
  const data = eventMessage(event);
  const body = JSON.stringify({
    type: member(data, 'action'),
    timestamp: member(data, 'at'),
    data,
  });
  const id = messageIdOf(event.hash);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Quartermaster',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => `v1,${signatureOf(signed, secret)}`).join(' '),
    },
    body,
  };
};

const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
