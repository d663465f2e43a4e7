import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { withinOwnTime } from './own-time.js';

const late = (): Error => new Error('too late');

const holdUp = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('the time of this process', () => {
  it('does not count while it is held up, so that what has come meanwhile is found', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [other] = (await once(server, 'connection')) as [Socket];
    const answer = once(client, 'data').then(([data]) => String(data));
    const asked = withinOwnTime(answer, 250, late);
    other.end('here');
    holdUp(400);
    await expect(asked).resolves.toBe('here');
    server.close();
  });

  it('is over at some time, and an error is an error before that', async () => {
    await expect(withinOwnTime(new Promise(() => undefined), 30, late)).rejects.toThrow('too late');
    const failing = Promise.reject(new Error('away'));
    await expect(withinOwnTime(failing, 30, late)).rejects.toThrow('away');
  });
});
