import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { Client, Connection } from 'pg';
import type { HeadQuery, Revision } from './head-query.js';
import { HeadReader } from './head-reader.js';

const message = (kind: string, content: string): Buffer => {
  const head = Buffer.from(`${kind}....`);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, Buffer.from(content)]);
};
const answer = (number: string, status = 'I'): Buffer => {
  const row = `\0\x02\0\0\0\x01${number}\0\0\0\x01t`;
  const messages = [message('2', ''), message('D', row), message('C', 'SELECT 1\0')];
  return Buffer.concat([...messages, message('Z', status)]);
};

/** What the client read by itself, in order. */
let read: string[];
let query: HeadQuery | undefined;
let reader: HeadReader;
let told: unknown[];
beforeEach(() => {
  jest.useFakeTimers();
  [read, told, query] = [[], [], undefined];
  const [stream, parse] = [{ write: () => true }, () => undefined];
  const connection = Object.assign(new EventEmitter(), { stream, parse });
  connection.on('readyForQuery', () => query?.handleReadyForQuery());
  const submit = (submitted: HeadQuery): void => {
    query = submitted;
    submitted.submit(connection as unknown as Connection);
  };
  reader = new HeadReader({ query: submit } as unknown as Client);
});
afterEach(() => jest.useRealTimers());

const ask = () => reader.ask((error, revision) => told.push(error ?? revision));

/** Reads as the client does, what there is of a whole answer. */
const receive = (bytes: Buffer): void =>
  reader.receive(bytes, (own) => {
    read.push(own.toString('latin1'));
    const row = own.indexOf('\0\x02\0\0\0\x01');
    if (row >= 0) query?.handleDataRow({ fields: [own.toString('latin1', row + 6, row + 7), 't'] });
    if (own.includes('Z\0\0\0\x05')) query?.handleReadyForQuery();
  });

describe('reading the head of the catalog again and again', () => {
  it('tells an answer of the same bytes without reading it', () => {
    for (let time = 0; time < 3; time += 1) {
      ask();
      receive(answer('1'));
    }
    const revision: Revision = { number: 1, token: 't' };
    expect([told, read.length]).toEqual([[revision, revision, revision], 1]);
    expect(told[2]).toBe(told[0]);
  });

  it('reads what differs from the answer before', () => {
    for (const number of ['1', '2', '2', '1']) {
      ask();
      receive(answer(number));
    }
    expect(told).toMatchObject([1, 2, 2, 1].map((number) => ({ number })));
    expect(read).toHaveLength(3);
  });

  it('lets nothing pass unread that came with an answer', () => {
    const withHint = Buffer.concat([answer('1'), message('A', 'hint')]);
    for (const bytes of [withHint, withHint]) {
      ask();
      receive(bytes);
    }
    expect(read).toHaveLength(2);
  });

  it('remembers nothing that was said within a transaction', () => {
    for (const bytes of [answer('1', 'T'), answer('1', 'T')]) {
      ask();
      receive(bytes);
    }
    expect(read).toHaveLength(2);
  });

  it('reads an answer after anything else that came', () => {
    ask();
    receive(answer('1'));
    receive(message('A', 'hi').subarray(0, 4));
    ask();
    receive(answer('1'));
    expect(read).toHaveLength(3);
  });

  it('takes what is no answer to anything for none', () => {
    ask();
    receive(answer('1'));
    receive(answer('1'));
    expect([told.length, read.length]).toEqual([1, 2]);
  });

  it('waits for a quarter of a second, and hears of nothing later', () => {
    ask();
    jest.advanceTimersByTime(249);
    expect(told).toEqual([]);
    jest.advanceTimersByTime(50);
    receive(answer('1'));
    expect(told).toEqual([new Error('Query read timeout')]);
  });

  it('gives each question its own time', () => {
    ask();
    jest.advanceTimersByTime(200);
    receive(answer('1'));
    ask();
    jest.advanceTimersByTime(249);
    expect(told).toHaveLength(1);
    jest.advanceTimersByTime(50);
    expect(told).toHaveLength(2);
  });
});
