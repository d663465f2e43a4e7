import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { arrivedBytes, receiveBytes } from './body-bytes.js';

/** A message of which the pieces have come; `complete` when there are no more. */
const message = (pieces: readonly string[], complete = true): IncomingMessage => {
  const stream = new Readable({ read: () => undefined });
  for (const piece of pieces) stream.push(Buffer.from(piece));
  if (complete) stream.push(null);
  return Object.assign(stream, { complete }) as unknown as IncomingMessage;
};

const stating = (length: number) => ({ 'content-length': String(length) });

describe('a body that has come', () => {
  it('is there at once, in whatever pieces', () => {
    expect(arrivedBytes(message(['{"a":', '1}']), stating(7), 10)?.toString()).toBe('{"a":1}');
  });

  it.each([
    ['is still on its way', message(['{"a":'], false), stating(5)],
    ['is more than may be read at once', message(['{"a":"12345"}']), stating(13)],
    ['is not as long as stated', message(['{"a":1}']), stating(8)],
    ['says nothing of its length', message(['{"a":1}']), {}],
    ['is empty', message([]), stating(0)],
  ])('is left to be received where it %s', (_, body, headers) => {
    expect(arrivedBytes(body, headers, 10)).toBeNull();
  });
});

describe('a body on its way', () => {
  const receive = (pieces: readonly string[], headers: object) =>
    receiveBytes(message(pieces), headers, 8).then(String, ({ code }: { code: string }) => code);

  it('is received up to the limit, and told from what is too much or not what was stated', async () => {
    expect(await receive(['1234', '5678'], {})).toBe('12345678');
    expect(await receive(['1234', '56789'], {})).toBe('body-too-large');
    expect(await receive([], stating(9))).toBe('body-too-large');
    expect(await receive(['1234'], stating(5))).toBe('request-malformed');
    expect(await receive(['1234'], stating(4))).toBe('1234');
  });

  it('is refused where it breaks off', async () => {
    const broken = message(['12'], false);
    const received = receiveBytes(broken, {}, 8);
    await nextTurn();
    broken.destroy(new Error('aborted'));
    await expect(received).rejects.toMatchObject({ code: 'request-malformed' });
  });

  it('is refused where it has broken off before, or breaks off without a word', async () => {
    const over = message(['12'], false);
    over.destroy();
    await expect(receiveBytes(over, {}, 8)).rejects.toMatchObject({ code: 'request-malformed' });
    const closing = message(['12'], false);
    const received = receiveBytes(closing, {}, 8);
    closing.destroy();
    await expect(received).rejects.toMatchObject({ code: 'request-malformed' });
  });
});

describe('a body that others wait for', () => {
  const DAY_MS = 86_400_000;

  it('is refused when nothing comes for a while, however long the rest may take', async () => {
    const pace = { lookEveryMs: 1, idleLooks: 3, looks: DAY_MS };
    const received = receiveBytes(message(['{'], false), {}, 8, pace);
    await expect(received).rejects.toMatchObject({ code: 'request-timeout' });
  });

  it('is refused when it is not whole after a longer while, however steadily it comes', async () => {
    const body = message(['{'], false);
    const received = receiveBytes(body, {}, Infinity, {
      lookEveryMs: 1,
      idleLooks: DAY_MS,
      looks: 5,
    });
    const coming = setInterval(() => body.push('1'), 0);
    await expect(received).rejects.toMatchObject({ code: 'request-timeout' });
    clearInterval(coming);
  });
});
