import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { answerOf } from './problem-document.js';
import { Problem } from './problem.js';

/** What Node's parser refuses never becomes a request, so the answer is written to the socket. */
export const answerMalformedRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  // Nobody is there any more.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status, headers, body } = answerOf(problemOfParser(error), requestId);
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    'x-request-id': requestId,
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
