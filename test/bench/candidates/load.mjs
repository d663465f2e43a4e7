// A closed loop over plain sockets: cheap enough to saturate the server before itself.
import { connect } from 'node:net';

/** Ready bytes of one POST, or of a GET where there is no body. */
export const requestBytes = (path, body, token) => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: bench',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
};

const LENGTH = /\r\ncontent-length: (\d+)/i;

const client = (port, messages, start, until, times) =>
  new Promise((resolve, reject) => {
    let at = start;
    let sentAt = 0;
    let missing = -1;
    let bytes = 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const send = () => {
      sentAt = performance.now();
      missing = -1;
      socket.write(messages[at++ % messages.length]);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        const end = chunk.indexOf('\r\n\r\n');
        const head = chunk.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(chunk.toString()));
        missing = end + 4 + Number(LENGTH.exec(head)?.[1]);
      }
      missing -= chunk.length;
      bytes += chunk.length;
      if (missing > 0) return;
      const now = performance.now();
      times.push(now - sentAt);
      if (now < until) return send();
      socket.end();
      resolve(bytes);
    });
  });

/** Asks for `ms` over so many connections; how many answers a second, and how long they took. */
export const load = async ({ port, messages, connections, ms }) => {
  const times = [];
  const began = performance.now();
  const bytes = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      client(port, messages, index * 17, began + ms, times),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  times.sort((one, other) => one - other);
  const quantile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return {
    count: times.length,
    rate: times.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    bytes: bytes.reduce((sum, one) => sum + one, 0) / times.length,
  };
};
