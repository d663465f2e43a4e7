import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestCaller } from './caller.js';
import { firstManifestOf } from './catalog.js';
import type { ReceivedMessage, WebhookReceiver } from './webhook-receiver.js';

export interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
}

type WebhookView = Readonly<Record<string, unknown>>;

/** What tests do about webhooks, as an admin. */
export const webhookDesk = (admin: TestCaller) => {
  const read = async (id: string): Promise<WebhookView> =>
    (await admin.get(`/v1/webhooks/${id}`).expect(200)).body as WebhookView;

  return {
    read,

    make: async (body: object, maker = admin): Promise<MadeWebhook> =>
      (await maker.post('/v1/webhooks').send(body).expect(201)).body as MadeWebhook,

    /** Asks until it is so: what is waited for is done by workers on their own time. */
    until: async (id: string, isSo: (webhook: WebhookView) => boolean): Promise<WebhookView> => {
      for (;;) {
        const webhook = await read(id);
        if (isSo(webhook)) return webhook;
        await sleep(50);
      }
    },

    resume: (id: string, by = admin) =>
      by
        .put(`/v1/webhooks/${id}/suspension`)
        .send({ suspended: false, reason: 'It is back.' })
        .expect(200),

    registerMany: (namespace: string, count: number) =>
      admin
        .post('/v1/registrations')
        .send({
          items: names(namespace, count).map((toolId) => ({
            tool_id: toolId,
            version: '1.0.0',
            manifest: firstManifestOf(),
          })),
        })
        .expect(200),
  };
};

export const names = (namespace: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${namespace}.t${at}`);

export const toolsOf = ({ messages }: WebhookReceiver) => messages.map(({ toolId }) => toolId);

export const signature = (secret: string, { id, timestamp, body }: ReceivedMessage): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;
