import type { Server } from 'node:net';
import { StartFailure } from '../config/start-failure.js';
import { codeOf } from '../config/system-error.js';

/** Where to listen, and the setting that says so. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly setting: 'PORT' | 'QM_METRICS_PORT';
}

const REASONS = new Map<string, (place: Place) => readonly [string, string]>([
  [
    'EADDRINUSE',
    ({ host, port, setting }) => [
      `port ${port} on ${host} is in use by another program`,
      `Stop that one, or set ${setting} to a free port`,
    ],
  ],
  [
    'EACCES',
    ({ host, port, setting }) => [
      `this user may not listen on port ${port} of ${host}`,
      `Set ${setting} to a port above 1023`,
    ],
  ],
  [
    'EADDRNOTAVAIL',
    ({ host }) => [`this machine has no address ${host}`, 'Set HOST to 127.0.0.1 or 0.0.0.0'],
  ],
  [
    'ENOTFOUND',
    ({ host }) => [`the name ${host} has no address`, 'Set HOST to 127.0.0.1 or 0.0.0.0'],
  ],
]);

/** Has `start` make the server listen, and returns the address to open in a browser. */
export const listen = async (
  server: Server,
  place: Place,
  start: () => Promise<unknown>,
): Promise<string> => {
  try {
    await start();
  } catch (error) {
    const reason = REASONS.get(codeOf(error))?.(place);
    if (reason === undefined) throw error;
    throw new StartFailure(reason[0], reason[1], { cause: error });
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : place.port;
  return `http://${shownHost(place.host)}:${bound}`;
};

/** A host that a browser on this machine can open. */
const shownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
