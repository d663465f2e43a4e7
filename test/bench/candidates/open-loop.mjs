// Requests at a rate that does not wait for answers: how long each takes from when it was due.
import { connect } from 'node:net';

const LENGTH = /\r\ncontent-length: (\d+)/i;

/** One connection that asks when told to, and calls `onAnswer` for each answer. */
const line = (port, onAnswer, onError) => {
  let missing = -1;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', onError);
  socket.on('data', (chunk) => {
    if (missing < 0) {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 200')) return onError(new Error(head));
      missing = end + 4 + Number(LENGTH.exec(head)?.[1]);
    }
    missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    onAnswer();
  });
  return socket;
};

/** A server that is so late does not keep up with the rate, and never will. */
const PATIENCE_MS = 10_000;

/**
 * So many a second for `ms`, over so many connections; a request that finds none free waits for one.
 * Rejects, and leaves nothing behind, where an answer is none or the server does not keep up.
 */
export const openLoad = ({ port, messages, rate, ms, connections = 32 }) =>
  new Promise((resolve, reject) => {
    const total = Math.floor((rate * ms) / 1000);
    const times = [];
    const sockets = [];
    const idle = [];
    const due = [];
    let sent = 0;
    const began = performance.now() + 50;
    const ask = (socket, at) => {
      socket.dueAt = at;
      socket.write(messages[sent++ % messages.length]);
    };
    const end = () => {
      clearInterval(timer);
      clearTimeout(patience);
      sockets.forEach((socket) => socket.destroy());
    };
    const fail = (error) => {
      end();
      reject(error);
    };
    const finish = () => {
      end();
      times.sort((one, other) => one - other);
      const quantile = (share) => times[Math.min(total - 1, Math.floor(total * share))];
      resolve({ count: total, p50: quantile(0.5), p99: quantile(0.99), most: times.at(-1) });
    };
    for (let index = 0; index < connections; index += 1) {
      const socket = line(
        port,
        () => {
          times.push(performance.now() - socket.dueAt);
          const next = due.shift();
          if (next === undefined) idle.push(socket);
          else ask(socket, next);
          if (times.length === total) finish();
        },
        fail,
      );
      sockets.push(socket);
      idle.push(socket);
    }
    let scheduled = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      for (; scheduled < total && began + (scheduled * 1000) / rate <= now; scheduled += 1) {
        const at = began + (scheduled * 1000) / rate;
        const socket = idle.shift();
        if (socket === undefined) due.push(at);
        else ask(socket, at);
      }
    }, 1);
    const patience = setTimeout(
      () =>
        fail(new Error(`of ${total} requests at ${rate}/s ${times.length} were answered in time`)),
      ms + PATIENCE_MS,
    );
  });

/** The longest that a server kept a request waiting which costs it nothing, until `until` resolves. */
export const longestWait = async (port, until) => {
  let isOver = false;
  const ended = until.then(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const at = performance.now();
    await fetch(`http://127.0.0.1:${port}/livez`).then((answer) => answer.arrayBuffer());
    longest = Math.max(longest, performance.now() - at);
  }
  await ended;
  return longest;
};
