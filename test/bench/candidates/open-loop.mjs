// Requests at a rate that does not wait for answers.
import { connect } from 'node:net';
import { readAnswers } from './http.mjs';

/** A server that is so late does not keep up with the rate, and never will. */
const PATIENCE_MS = 10_000;

const quantile = (values, share) => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

/**
 * A timer fires within a millisecond or so of when a request is due. That is no fault of the server:
 * an answer's time counts from the turn in which it was noticed to be due, whether or not a connection
 * was free then, and what the turn was late is told by itself.
 */
class OpenLoad {
  times = [];
  lateness = [];
  sockets = [];
  idle = [];
  /** When those were asked that still wait for a connection. */
  queue = [];
  sent = 0;

  constructor(asked, resolve, reject) {
    Object.assign(this, asked, { resolve, reject });
    this.total = Math.floor((asked.rate * asked.ms) / 1000);
    for (let index = 0; index < asked.connections; index += 1) this.open();
    this.began = performance.now() + 50;
    this.timer = setInterval(() => this.askDue(), 1);
    this.patience = setTimeout(() => this.giveUp(), asked.ms + PATIENCE_MS);
  }

  open() {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    readAnswers(
      socket,
      () => this.take(socket),
      (error) => this.end(() => this.reject(error)),
    );
    this.sockets.push(socket);
    this.idle.push(socket);
  }

  askDue() {
    const now = performance.now();
    const { began, rate, total, lateness } = this;
    for (; lateness.length < total;) {
      const late = now - (began + (lateness.length * 1000) / rate);
      if (late < 0) return;
      lateness.push(late);
      const socket = this.idle.shift();
      if (socket === undefined) this.queue.push(now);
      else this.ask(socket, now);
    }
  }

  ask(socket, askedAt) {
    socket.askedAt = askedAt;
    socket.write(this.messages[this.sent++ % this.messages.length]);
  }

  take(socket) {
    this.times.push(performance.now() - socket.askedAt);
    const waiting = this.queue.shift();
    if (waiting === undefined) this.idle.push(socket);
    else this.ask(socket, waiting);
    if (this.times.length === this.total) this.end(() => this.resolve(this.found()));
  }

  found() {
    const { times, lateness } = this;
    return {
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      most: quantile(times, 1),
      late: quantile(lateness, 0.99),
    };
  }

  giveUp() {
    const { total, rate, times } = this;
    const why = `of ${total} requests at ${rate}/s ${times.length} were answered in time`;
    this.end(() => this.reject(new Error(why)));
  }

  end(tell) {
    clearInterval(this.timer);
    clearTimeout(this.patience);
    this.sockets.forEach((socket) => socket.destroy());
    tell();
  }
}

/**
 * So many a second for `ms`, over so many connections; a request that finds none free waits for one.
 * Rejects, and leaves nothing behind, where an answer is none or the server does not keep up.
 */
export const openLoad = (asked) =>
  new Promise((resolve, reject) => new OpenLoad({ connections: 32, ...asked }, resolve, reject));
