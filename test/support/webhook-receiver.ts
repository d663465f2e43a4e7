import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A message as it came. */
export interface ReceivedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly body: string;
  readonly type: string;
  readonly toolId: string | undefined;
  readonly traceparent: string | undefined;
}

/** What a receiver does with a message; it has to end the answer, or let it hang. */
type Behaviour = (response: ServerResponse, message: ReceivedMessage) => void;

export interface WebhookReceiver {
  readonly url: string;
  readonly messages: ReceivedMessage[];
  /** From now on; `answer(204)` until then. */
  behave(behaviour: Behaviour): void;
  /** Resolves once so many messages have come, repetitions included. */
  count(messages: number): Promise<void>;
  close(): Promise<void>;
}

export const answer =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end('whatever it says');

/** A receiver of webhooks on this machine. */
export const startReceiver = async (): Promise<WebhookReceiver> => {
  const messages: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  let behaviour: Behaviour = answer(204);
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const message = messageIn(request, body);
      messages.push(message);
      behaviour(response, message);
      for (const wake of waiting) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    messages,
    behave: (next) => (behaviour = next),
    count: (wanted) =>
      new Promise((resolve) => {
        const wake = (): void => {
          if (messages.length < wanted) return;
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
        wake();
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

const messageIn = ({ headers }: IncomingMessage, body: string): ReceivedMessage => {
  const { type, data } = JSON.parse(body) as { type: string; data: { tool_id?: string } };
  return {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signatures: String(headers['webhook-signature']).split(' '),
    body,
    type,
    toolId: data.tool_id,
    traceparent: headers['traceparent']?.toString(),
  };
};
