import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * A response that waits behind another on its connection (pipelining) has no socket yet, so that Node
 * never tells it of the end when the connection closes: whoever waits for that would wait for ever. It
 * is given a socket that closes at once, and hears of it as every other response does.
 */
export const closePipelined = (server: Server): void => {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const behind = (socket: Socket): Set<ServerResponse> => {
    const known = waiting.get(socket);
    if (known !== undefined) return known;
    const responses = new Set<ServerResponse>();
    waiting.set(socket, responses);
    // One listener, however many requests were sent in a row.
    socket.once('close', () => responses.forEach(close));
    return responses;
  };
  // Before whoever answers it.
  server.prependListener('request', ({ socket }, response) => {
    if (response.socket !== null) return;
    const responses = behind(socket).add(response);
    response.once('close', () => responses.delete(response));
    if (socket.destroyed) close(response);
  });
};

const close = (response: ServerResponse): void => {
  if (response.socket !== null || response.writableFinished) return;
  const none = new Socket();
  // Its end is told in a turn of its own, when the response listens.
  none.destroy();
  response.assignSocket(none);
};
