// A closed loop over plain sockets: cheap enough to saturate the server before itself.
import { connect } from 'node:net';
import { readAnswers } from './http.mjs';
import { watchLoad } from './own-load.mjs';

/**
 * Where each list of messages has got to: over all connections and rounds one goes through it from its
 * start to its end, so that of many that differ none comes twice before all others have come.
 */
const reached = new WeakMap();
const nextOf = (messages) => {
  const at = reached.get(messages) ?? 0;
  reached.set(messages, at + 1);
  return messages[at % messages.length];
};

const client = (port, messages, until, times) =>
  new Promise((resolve, reject) => {
    let sentAt = 0;
    let bytes = 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const send = () => {
      sentAt = performance.now();
      socket.write(nextOf(messages));
    };
    const onAnswer = (size) => {
      const now = performance.now();
      times.push(now - sentAt);
      bytes += size;
      if (now < until) return send();
      socket.end();
      resolve(bytes);
    };
    socket.on('connect', send);
    readAnswers(socket, onAnswer, reject);
  });

/** Asks for `ms` over so many connections; how many answers a second, and how long they took. */
export const load = async ({ port, messages, connections, ms }) => {
  const times = [];
  const ownLoad = watchLoad();
  const began = performance.now();
  const bytes = await Promise.all(
    Array.from({ length: connections }, () => client(port, messages, began + ms, times)),
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
    ...ownLoad(),
  };
};
