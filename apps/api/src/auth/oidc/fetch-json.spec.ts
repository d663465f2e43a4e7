import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchJson } from './fetch-json.js';

let server: Server;
let url: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/secret' }).end();
    else if (request.url === '/list') response.end('[]');
    else if (request.url === '/away') response.writeHead(500).end('{}');
    else if (request.url === '/long') response.end(JSON.stringify({ text: 'x'.repeat(300_000) }));
    else response.end('{"keys": []}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('what an issuer publishes', () => {
  it('is read as JSON', async () => {
    expect(await fetchJson(`${url}/keys`)).toEqual({ keys: [] });
  });

  it('is not looked for where the answer points to', async () => {
    await expect(fetchJson(`${url}/elsewhere`)).rejects.toThrow();
    expect(asked).not.toContain('/secret');
  });

  it.each([
    ['/list', 'not a JSON object'],
    ['/away', 'answers 500'],
    ['/long', 'more than'],
  ])('is refused: %s', async (path, reason) => {
    await expect(fetchJson(url + path)).rejects.toThrow(reason);
  });
});
