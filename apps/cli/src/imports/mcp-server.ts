import {
  Client,
  StreamableHTTPClientTransport,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** How a running server is reached. */
export type McpServer =
  | {
      readonly kind: 'http';
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** Nothing about a server is endless: neither its silence nor what it has to say. */
export interface ListLimits {
  readonly timeoutMs: number;
  readonly pages: number;
  readonly bytes: number;
}

export const LIST_LIMITS: ListLimits = {
  timeoutMs: 30_000,
  pages: 200,
  bytes: 16 * 1024 * 1024,
};

export interface ServerListing {
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** As the server sent them, unread. */
  readonly tools: readonly unknown[];
}

/** The server answers, but its list has no end or is none. */
export class NoList extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * All pages of `tools/list` of a running server, each tool as it was sent: what is wrong with one is
 * for the import to say, and no reason to lose the others. Speaks whichever revision of the protocol
 * the server does.
 */
export const listTools = async (
  server: McpServer,
  limits: ListLimits = LIST_LIMITS,
): Promise<ServerListing> => {
  const { timeoutMs } = limits;
  const client = new Client(
    { name: 'quartermaster', version: '1.0.0' },
    {
      versionNegotiation: {
        mode: 'auto',
        probe: { timeoutMs: Math.min(PROBE_MS, timeoutMs / 2) },
      },
    },
  );
  const transport = transportTo(server, limits);
  const complaint = lastWords(transport);
  const signal = AbortSignal.timeout(timeoutMs);
  const ask = async (): Promise<ServerListing> => {
    const options = { signal, timeout: timeoutMs };
    await client.connect(transport, options);
    const tools = await allPages(client, options, limits);
    const info = client.getServerVersion();
    return { serverInfo: { name: info?.name ?? '', version: info?.version ?? '' }, tools };
  };
  try {
    return await Promise.race([ask(), tooLate(signal, timeoutMs)]);
  } catch (error) {
    if (error instanceof NoList) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error([reason, complaint()].filter((text) => text !== '').join('\n'));
  } finally {
    // A connection that never stood is the transport's alone, and its process is running.
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  }
};

/** Whatever the client is waiting for: not all that it does heeds the signal. */
function tooLate(signal: AbortSignal, timeoutMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const message = `there was no list within ${timeoutMs / 1000} s`;
    signal.addEventListener('abort', () => reject(new Error(message)), { once: true });
  });
}

/** A server of before the negotiation may leave its first question unanswered. */
const PROBE_MS = 5_000;

function transportTo(server: McpServer, { bytes }: ListLimits) {
  if (server.kind === 'http') {
    return new StreamableHTTPClientTransport(server.url, {
      requestInit: { headers: server.headers },
      fetch: (url, init) => limitedFetch(url, init, bytes),
    });
  }
  return new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...getDefaultEnvironment(), ...server.env },
    stderr: 'pipe',
    maxBufferSize: bytes,
  });
}

const MOST_WORDS = 2_000;

/** What a command said beside the protocol, which is where it says why it stopped. */
function lastWords(transport: ReturnType<typeof transportTo>): () => string {
  let said = '';
  if (transport instanceof StdioClientTransport) {
    transport.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-MOST_WORDS);
    });
  }
  return () => said.trim();
}

/** Ends an answer that grows beyond the limit, so that it is never held whole. */
async function limitedFetch(
  url: string | URL,
  init: RequestInit | undefined,
  bytes: number,
): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  let left = bytes;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        left -= chunk.byteLength;
        if (left < 0) controller.error(tooLarge(bytes));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}

async function allPages(
  client: Client,
  options: { signal: AbortSignal; timeout: number },
  limits: ListLimits,
): Promise<unknown[]> {
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'tools/list', params }, AS_SENT, options);
    if (!Array.isArray(page.tools)) throw new NoList('not-a-tools-list', 'It names no tools.');
    bytes += Buffer.byteLength(JSON.stringify(page));
    if (bytes > limits.bytes) throw tooLarge(limits.bytes);
    tools.push(...(page.tools as unknown[]));
    cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    if (cursor !== undefined && (seen.has(cursor) || seen.size >= limits.pages)) {
      const message = `Its list does not end: page ${seen.size + 2} would follow.`;
      throw new NoList('list-endless', message);
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return tools;
}

function tooLarge(bytes: number): NoList {
  return new NoList('list-too-large', `Its list is larger than ${bytes} bytes.`);
}

interface Page {
  readonly tools?: unknown;
  readonly nextCursor?: unknown;
}

/** Reads nothing: the client's own schema would refuse a whole page for one bad tool. */
const AS_SENT: StandardSchemaV1<unknown, Page> = {
  '~standard': {
    version: 1,
    vendor: 'quartermaster',
    validate: (value: unknown) => ({
      value: (typeof value === 'object' && value !== null ? value : {}) as Page,
    }),
  },
};
