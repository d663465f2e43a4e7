import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { answerMalformedRequest } from './malformed-request.js';

describe('the answer to what never becomes a request', () => {
  let server: Server;
  beforeEach(async () => {
    const options = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 };
    server = createServer(options, (request) => request.resume());
    server.on('clientError', answerMalformedRequest);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => new Promise((done) => server.close(done)));

  const send = async (bytes: string): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  };

  const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

  it.each([
    ['a head that stops', 'GET / HTTP/1.1\r\n', 408, 'request-timeout'],
    ['a body that stops', `${CHUNKED}1\r\n`, 408, 'request-timeout'],
    ['endless chunk extensions', `${CHUNKED}1;${'a'.repeat(40_000)}`, 413, 'body-too-large'],
    ['endless headers', `GET / HTTP/1.1\r\nA: ${'a'.repeat(40_000)}`, 431, 'headers-too-large'],
    ['no HTTP', 'hello\r\n\r\n', 400, 'request-malformed'],
  ])('tells the truth about %s', async (_, bytes, status, code) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer).toContain(`"code":"${code}"`);
    expect(answer).toContain('connection: close');
    expect(answer).toContain('cache-control: no-store');
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toMatch(/content-security-policy: default-src 'none'/);
  });
});
