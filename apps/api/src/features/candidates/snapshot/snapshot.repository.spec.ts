import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SnapshotRepository } from './snapshot.repository.js';

/** AuthenticationOk and ReadyForQuery. */
const HANDSHAKE = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

it('a load ends where the database says nothing more after its handshake', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => socket.write(HANDSHAKE));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const repository = new SnapshotRepository(`postgres://q:q@127.0.0.1:${port}/q`);
  const load = repository.each(
    () => undefined,
    () => true,
    50,
  );
  await expect(load).rejects.toThrow('terminated');
  expect(sockets).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  server.close();
});
