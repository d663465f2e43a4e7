import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { TestApp } from './app.js';

/** One event as it came. */
export interface ReceivedEvent {
  readonly id: string;
  readonly data: { readonly action: string; readonly tool_id?: string; readonly namespace: string };
}

/** A client of `/v1/events`, over a connection of its own. */
export interface EventClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: readonly ReceivedEvent[];
  /** The last id, of an event or of a place. */
  readonly lastId: () => string;
  /** Resolves with the id of the place where the stream begins. */
  readonly begun: Promise<void>;
  /** Resolves once so many events are there. */
  count(events: number): Promise<void>;
  /** Cuts the connection, in the middle of whatever is being sent. */
  cut(): void;
  /** Resolves when the service ends the answer in good order; rejects where the connection broke. */
  readonly ended: Promise<void>;
}

export const followEvents = async (
  service: TestApp,
  token: string,
  lastEventId?: string,
): Promise<EventClient> => {
  if (!service.server.listening) await service.app.listen(0, '127.0.0.1');
  const address = service.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const request = get({
    port: address.port,
    host: '127.0.0.1',
    path: '/v1/events',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const client = readStream(response);
  await client.begun;
  return client;
};

const readStream = (response: IncomingMessage): EventClient => {
  const events: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let lastId = '';
  const begun = once(response, 'data').then(() => undefined);
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => split(line)));
      lastId = fields.get('id') ?? lastId;
      const data = fields.get('data');
      if (data !== undefined) {
        events.push({ id: lastId, data: JSON.parse(data) as ReceivedEvent['data'] });
      }
    }
    for (const wake of waiting) wake();
  });
  const ended = once(response, 'end').then(() => undefined);
  // Who cuts the connection does not wait for its end.
  ended.catch(() => undefined);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    begun,
    lastId: () => lastId,
    count: (wanted) =>
      new Promise((resolve) => {
        const wake = (): void => {
          if (events.length < wanted) return;
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
        wake();
      }),
    cut: () => void response.destroy(),
    ended,
  };
};

const split = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
};
