import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { StartFailure } from '../config/start-failure.js';
import { codeOf } from '../config/system-error.js';

const REASONS = new Map<string, (host: string, port: number) => readonly [string, string]>([
  [
    'EADDRINUSE',
    (host, port) => [
      `port ${port} on ${host} is in use by another program`,
      'Stop that one, or set PORT to a free port',
    ],
  ],
  [
    'EACCES',
    (host, port) => [
      `this user may not listen on port ${port} of ${host}`,
      'Set PORT to a port above 1023',
    ],
  ],
  [
    'EADDRNOTAVAIL',
    (host) => [`this machine has no address ${host}`, 'Set HOST to 127.0.0.1 or 0.0.0.0'],
  ],
  ['ENOTFOUND', (host) => [`the name ${host} has no address`, 'Set HOST to 127.0.0.1 or 0.0.0.0']],
]);

/** Starts to listen and returns the address to open in a browser. */
export const listen = async (
  app: NestFastifyApplication,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> => {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = REASONS.get(codeOf(error))?.(host, port);
    if (reason === undefined) throw error;
    throw new StartFailure(reason[0], reason[1], { cause: error });
  }
  const address = app.getHttpServer().address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${shownHost(host)}:${bound}`;
};

/** A host that a browser on this machine can open. */
const shownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
