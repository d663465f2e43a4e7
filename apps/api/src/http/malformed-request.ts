import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerOf } from './problem-document.js';
import { Problem } from './problem.js';
import { requestIdOf } from './request-id.js';
import { commonHeaders } from './response-headers.js';

/** What Node's parser refuses never becomes a request, so the answer is written to the socket. */
export const answerMalformedRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // Nobody is there any more.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  write(socket, problemOfParser(error), randomUUID());
};

/** Node would close the connection of a CONNECT, and refuse an unknown Expect, without a word. */
export const answerWhatNodeDoesNot = (server: Server): void => {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Somebody who is gone already gets no answer.
    socket.on('error', () => socket.destroy());
    const problem = new Problem('method-not-allowed', {
      detail: 'This service is no proxy.',
      headers: { allow: METHODS },
    });
    write(socket, problem, requestIdOf(request));
  });
  // What is expected is not known here, so that it is answered as if nothing were (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
};

/** Those that some route takes. */
const METHODS = 'DELETE, GET, HEAD, PATCH, POST, PUT';

const write = (socket: Duplex, problem: Problem, requestId: string): void => {
  const { status, headers, body } = answerOf(problem, requestId);
  const text = JSON.stringify(body);
  const fields = {
    ...commonHeaders(requestId, false),
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
};

const problemOfParser = (error: NodeJS.ErrnoException): Problem => {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', { detail: 'The request headers are over 32 KiB.' });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('body-too-large', { detail: 'The extensions of a chunk are too long.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', {
        detail: 'The request took over a minute to arrive.',
      });
    default:
      return new Problem('request-malformed', { detail: 'The request is not valid HTTP/1.1.' });
  }
};
