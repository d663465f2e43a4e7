import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an embedding server may do; `silent` answers nothing at all. */
export type Behaviour =
  'well' | 'silent' | 'failing' | 'nonsense' | 'half' | 'longer' | 'elsewhere' | 'refusing';

export interface EmbeddingServer {
  /** The whole address of `/v1/embeddings`. */
  readonly url: string;
  /** The texts of each request. */
  readonly asked: (readonly string[])[];
  readonly headers: IncomingMessage['headers'][];
  /** Until it is told otherwise: `well`. */
  behaviour: Behaviour;
  /** Called before each answer, which waits for it. */
  beforeAnswer: () => Promise<void>;
  stop(): Promise<void>;
}

/** What `refusing` takes for a text that is too long. */
export const REFUSED = 'unspeakable';

export const DIMENSIONS = 8;

/** Words of one row mean the same; a text is the sum of the rows that it touches. */
const MEANINGS = [
  ['refund', 'reimburse', 'money'],
  ['rain', 'forecast', 'umbrella'],
  ['ticket', 'case', 'complaint'],
  ['flight', 'plane', 'journey'],
];

const vectorOf = (text: string, dimensions: number): number[] => {
  const vector = new Array<number>(dimensions).fill(0.01);
  MEANINGS.forEach((words, at) => {
    if (words.some((word) => text.toLowerCase().includes(word))) vector[at] = 1;
  });
  return vector;
};

/** A server that speaks OpenAI's `/v1/embeddings` and knows some few meanings. */
export const startEmbeddingServer = async (): Promise<EmbeddingServer> => {
  const state = { asked: [] as string[][], headers: [] as IncomingMessage['headers'][] };
  const server = createServer((request, response) => {
    void readJson(request).then(async ({ input }) => {
      state.asked.push(input);
      state.headers.push(request.headers);
      await embedding.beforeAnswer();
      answer(embedding.behaviour, input, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const embedding: EmbeddingServer = {
    url: `http://127.0.0.1:${port}/v1/embeddings`,
    ...state,
    behaviour: 'well',
    beforeAnswer: () => Promise.resolve(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return embedding;
};

const readJson = async (request: IncomingMessage): Promise<{ input: string[] }> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
};

const answer = (behaviour: Behaviour, input: string[], response: ServerResponse): void => {
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
    response.end(JSON.stringify(body));
  };
  const data = (dimensions: number) =>
    input.map((text, index) => ({ index, embedding: vectorOf(text, dimensions) })).reverse();
  const answers: { readonly [B in Behaviour]: () => void } = {
    well: () => send(200, { data: data(DIMENSIONS) }),
    silent: () => undefined,
    failing: () => send(503, { error: 'overloaded' }),
    nonsense: () => send(200, { hello: 'world' }),
    half: () => send(200, { data: data(DIMENSIONS).slice(0, Math.ceil(input.length / 2)) }),
    longer: () => send(200, { data: data(DIMENSIONS + 1) }),
    elsewhere: () => send(307, {}),
    refusing: () =>
      input.some((text) => text.includes(REFUSED))
        ? send(400, { error: 'too long' })
        : send(200, { data: data(DIMENSIONS) }),
  };
  answers[behaviour]();
};
