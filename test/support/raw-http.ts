import { connect } from 'node:net';
import type { TestApp } from './app.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Record<string, unknown>;
}

/** Sends exactly these bytes and reads one answer: for what no HTTP client would ever send. */
export const sendRaw = async (service: TestApp, bytes: string | Uint8Array): Promise<RawAnswer> => {
  if (!service.server.listening) await service.app.listen(0, '127.0.0.1');
  const address = service.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(address.port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (isComplete(received)) socket.end();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
  });
  return parse(text);
};

const split = (text: string): readonly [string, string] => {
  const end = text.indexOf('\r\n\r\n');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)];
};

const headersOf = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );

const isComplete = (text: string): boolean => {
  const [head, body] = split(text);
  const length = headersOf(head).get('content-length');
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
};

const parse = (text: string): RawAnswer => {
  const [head, body] = split(text);
  return {
    status: Number(head.split(' ')[1]),
    headers: headersOf(head),
    body: JSON.parse(body) as Record<string, unknown>,
  };
};
