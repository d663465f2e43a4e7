import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { closePipelined } from './pipelined.js';

/** Whoever answers is handed the responses of requests that were sent in a row on one connection. */
const threeInARow = async () => {
  const server = createServer();
  closePipelined(server);
  const responses: ServerResponse[] = [];
  const arrived = new Promise<void>((resolve) => {
    server.on('request', (_, response) => {
      if (responses.push(response) === 3) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await arrived;
  return { server, responses, client };
};

const fateOf = (response: ServerResponse): Promise<string> =>
  finished(response).then(
    () => 'written',
    () => 'closed',
  );

describe('responses that wait behind another', () => {
  it('hear of it when the connection closes, whether they were made or not', async () => {
    const { server, responses, client } = await threeInARow();
    const fates = responses.map(fateOf);
    responses[1]?.end('made');
    client.destroy();
    expect(await Promise.all(fates)).toEqual(['closed', 'closed', 'closed']);
    expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
    server.close();
  });

  it('are written one after the other where it stays open', async () => {
    const { server, responses, client } = await threeInARow();
    const fates = responses.map(fateOf);
    let text = '';
    client.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    for (const [at, response] of [...responses.entries()].reverse()) response.end(`<${at}>`);
    expect(await Promise.all(fates)).toEqual(['written', 'written', 'written']);
    server.closeAllConnections();
    await new Promise((done) => client.once('close', done));
    expect(text.match(/<.>/g)).toEqual(['<0>', '<1>', '<2>']);
    server.close();
  });
});
