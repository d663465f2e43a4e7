import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  readonly url: string;
  /** The comments of pull request 7 of `acme/tools`. */
  readonly comments: { id: number; body: string }[];
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
};

export const listen = (server: Server): Promise<{ url: string; stop: () => Promise<void> }> =>
  new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      ready({
        url: `http://127.0.0.1:${port}`,
        stop: () => new Promise((done) => server.close(() => done())),
      });
    });
  });

type Answer = readonly [status: number, body: unknown];

/** What GitHub answers to a job: the comments of its pull request, and the job's own token. */
export const startGithub = async (token: string, audience: string): Promise<StandIn> => {
  const comments: StandIn['comments'] = [];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${(request.url ?? '').replace(/\?.*/, '')}`;
    const answering =
      asked === 'GET /token'
        ? Promise.resolve(identityFor(request, token, audience))
        : bodyOf(request).then((body) => commentsAnswer(comments, request, asked, body));
    void answering.then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
  });
  return { comments, ...(await listen(server)) };
};

const identityFor = (request: IncomingMessage, token: string, audience: string): Answer => {
  const asked = new URL(request.url ?? '', 'http://github.example').searchParams;
  const isOwn = request.headers.authorization === 'Bearer ask';
  return isOwn && asked.get('audience') === audience ? [200, { value: token }] : [403, {}];
};

const commentsAnswer = (
  comments: StandIn['comments'],
  { headers }: IncomingMessage,
  asked: string,
  text: string,
): Answer => {
  if (headers.authorization !== 'Bearer ghs_job') return [401, {}];
  if (asked === 'GET /repos/acme/tools/issues/7/comments') return [200, comments];
  const { body } = JSON.parse(text) as { body: string };
  if (asked === 'POST /repos/acme/tools/issues/7/comments') {
    comments.push({ id: 100 + comments.length, body });
    return [201, comments.at(-1)];
  }
  const id = /^PATCH \/repos\/acme\/tools\/issues\/comments\/(\d+)$/.exec(asked)?.[1];
  const own = comments.find((comment) => String(comment.id) === id);
  if (own !== undefined) own.body = body;
  return own === undefined ? [404, {}] : [200, own];
};
