import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { LIST_LIMITS, listTools, type McpServer } from './mcp-server.js';

const SCRIPT = fileURLToPath(new URL('../../../../test/support/mcp-server.mjs', import.meta.url));

const running = (oddity: string): McpServer => ({
  kind: 'stdio',
  command: process.execPath,
  args: [SCRIPT, oddity],
  env: {},
});

describe('the list of a server over stdio', () => {
  it('has every page, each tool as it was sent', async () => {
    const { serverInfo, tools } = await listTools(running('bad'));
    expect(serverInfo).toEqual({ name: 'Odd Server', version: '1.0.0' });
    expect(tools).toMatchObject([{ name: 7 }, { inputSchema: 3 }, 'none', { name: 'third' }]);
  });

  it.each(['endless', 'circling'])('ends where it is %s', async (oddity) => {
    const listing = listTools(running(oddity), { ...LIST_LIMITS, pages: 5 });
    await expect(listing).rejects.toMatchObject({ code: 'list-endless' });
  });

  it('ends where it grows too large', async () => {
    const listing = listTools(running('huge'), { ...LIST_LIMITS, bytes: 200_000 });
    await expect(listing).rejects.toThrow();
  });

  it('is given up on where nothing comes', async () => {
    const listing = listTools(running('silent'), { ...LIST_LIMITS, timeoutMs: 300 });
    await expect(listing).rejects.toThrow('no list within 0.3 s');
  });

  it('is not had from a command that stops, and says what that had to say', async () => {
    const args = ['--eval', 'console.error("no licence"); process.exit(1)'];
    const server: McpServer = { kind: 'stdio', command: process.execPath, args, env: {} };
    await expect(listTools(server)).rejects.toThrow('no licence');
  });

  it('is not had from a command that is not there', async () => {
    const server: McpServer = { kind: 'stdio', command: '/no/such', args: [], env: {} };
    await expect(listTools(server)).rejects.toThrow('ENOENT');
  });
});

describe('the list of a server over HTTP', () => {
  let server: Server;
  let url: URL;
  let padding: number;
  const seen: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers['x-key'] as string | undefined);
      void text(request).then((body) => {
        const answer = request.method === 'POST' ? answerTo(body) : null;
        response.writeHead(answer === null ? 405 : 200, { 'content-type': 'application/json' });
        if (padding !== Infinity || !body.includes('tools/list')) response.end(answer);
        else pour(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    padding = 0;
  });

  const pour = (response: ServerResponse): void => {
    if (!response.destroyed) response.write(' '.repeat(65_536), () => pour(response));
  };

  const answerTo = (body: string): string => {
    const { id, method, params } = JSON.parse(body) as {
      id?: number;
      method: string;
      params: { protocolVersion?: string };
    };
    if (id === undefined) return '';
    const tools = [
      { name: 'a', inputSchema: {}, padding: 'x'.repeat(padding === Infinity ? 0 : padding) },
    ];
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'web', version: '2.0.0' },
      },
      'tools/list': { tools },
    };
    const result = results[method];
    const error = { code: -32601, message: 'no such method' };
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      ...(result === undefined ? { error } : { result }),
    });
  };

  it('is asked for with the headers that were given', async () => {
    const listing = await listTools({ kind: 'http', url, headers: { 'x-key': 'secret' } });
    expect(listing).toMatchObject({ serverInfo: { name: 'web' }, tools: [{ name: 'a' }] });
    expect(new Set(seen)).toEqual(new Set(['secret']));
  });

  it('ends where it grows too large', async () => {
    padding = 300_000;
    const limits = { ...LIST_LIMITS, bytes: 200_000 };
    await expect(listTools({ kind: 'http', url, headers: {} }, limits)).rejects.toThrow();
  });

  it('is not read on where an answer does not end', async () => {
    padding = Infinity;
    const limits = { ...LIST_LIMITS, bytes: 200_000 };
    await expect(listTools({ kind: 'http', url, headers: {} }, limits)).rejects.toThrow(
      'larger than 200000 bytes',
    );
  }, 20_000);

  it('is not had where nobody listens', async () => {
    const nobody = new URL('http://127.0.0.1:1/mcp');
    await expect(listTools({ kind: 'http', url: nobody, headers: {} })).rejects.toThrow();
  });
});
