import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isLocked,
  makeDataDir,
  postmasterOf,
  ServiceProcess,
} from '../../support/service-process.js';

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => dataDir.remove());

const expectNothingLeft = async (): Promise<void> => {
  expect(await postmasterOf(dataDir.path)).toBeUndefined();
  expect(isLocked(dataDir.path)).toBe(false);
};

describe('the service as a process', () => {
  let adminKey = '';

  it('brings a database to its release and ends, where it is told no more', async () => {
    const service = ServiceProcess.start({
      dataDir: dataDir.path,
      command: [process.execPath, 'apps/start.mjs', '--migrate-only'],
    });
    expect(await service.ended).toBe(0);
    expect(service.stderr).toContain('"msg":"database migrated"');
    expect(service.stdout).toBe('');
    await expectNothingLeft();
  }, 90_000);

  it('starts on an empty database, prints an admin key and stops on SIGTERM', async () => {
    const service = ServiceProcess.start({ dataDir: dataDir.path });
    const address = await service.address();
    adminKey = service.adminKey ?? '';
    expect(service.stdout).toContain(`${address}/docs`);
    const me = await fetch(`${address}/v1/me`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    expect(me.status).toBe(200);
    const signingKey = await stat(join(dataDir.path, 'audit-signing-key.pem'));
    expect(signingKey.mode & 0o777).toBe(0o600);

    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.complaints).toEqual([]);
    expect(service.stderr).not.toContain(adminKey);
    await expectNothingLeft();
  }, 90_000);

  it('finds everything again, shows no second key, and stops once on many signals', async () => {
    const service = ServiceProcess.start({ dataDir: dataDir.path });
    const address = await service.address();
    expect(service.adminKey).toBeUndefined();
    const me = await fetch(`${address}/v1/me`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    expect(me.status).toBe(200);

    service.signal('SIGTERM');
    service.signal('SIGTERM');
    service.signal('SIGINT');
    await service.says('stopping');
    service.signalGroup('SIGINT');
    expect(await service.ended).toBe(0);
    await expectNothingLeft();
  }, 90_000);

  it('stops in good order when the signal comes during the start', async () => {
    const service = ServiceProcess.start({ dataDir: dataDir.path });
    while (!isLocked(dataDir.path)) await sleep(5);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    await expectNothingLeft();
  }, 90_000);

  it('answers the requests that it has begun to read, and closes their connections', async () => {
    const service = ServiceProcess.start({ dataDir: dataDir.path });
    const { port } = new URL(await service.address());
    const body = '{"subject":"late"}';
    const idle = connect(Number(port), '127.0.0.1');
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /v1/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminKey}\r\n` +
        `Content-Type: application/json\r\nExpect: 100-continue\r\n` +
        `Content-Length: ${body.length}\r\n\r\n{`,
    );
    // Told to go on, it is known to have begun.
    expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    service.signal('SIGTERM');
    await service.says('stopping');
    socket.write(body.slice(1));
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);

    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(await service.ended).toBe(0);
    idle.destroy();
    await expectNothingLeft();
  }, 90_000);

  it.each([
    ['SIGTERM reaches npm', (service: ServiceProcess) => service.signal('SIGTERM')],
    ['Ctrl-C reaches the whole group', (service: ServiceProcess) => service.signalGroup('SIGINT')],
  ])(
    'leaves nothing behind under npm when %s',
    async (_, send) => {
      const service = ServiceProcess.start({ dataDir: dataDir.path, command: ['npm', 'start'] });
      await service.address();
      send(service);
      await service.ended;
      await expectNothingLeft();
    },
    90_000,
  );
});
