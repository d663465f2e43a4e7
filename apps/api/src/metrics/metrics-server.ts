import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/env.js';
import { Log } from '../config/log.js';
import { listen } from '../http/listen.js';
import { watchEventLoop } from './event-loop.js';
import { MEDIA_TYPE } from './exposition.js';
import { Meters } from './meters.js';
import { Scrape } from './scrape.js';

/**
 * Serves `/metrics` on a port of its own, to anybody who reaches it: who that is, the network
 * decides. Nothing else is served there, and nothing of it on the port of the API.
 */
@Injectable()
export class MetricsServer {
  private server: Server | undefined;
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly scrape: Scrape,
    private readonly meters: Meters,
    private readonly log: Log,
  ) {}

  /** The address where the metrics are, or null where no port was set for them. */
  async open(): Promise<string | null> {
    const { host, metricsPort } = this.settings;
    if (metricsPort === undefined) return null;
    const server = this.make();
    const place = { host, port: metricsPort, setting: 'QM_METRICS_PORT' } as const;
    const address = await listen(server, place, async () => {
      server.listen(metricsPort, host);
      await once(server, 'listening');
    });
    this.server = server;
    this.unwatch = watchEventLoop(this.meters.eventLoopLag.at());
    return `${address}/metrics`;
  }

  /** Last of all: while the service stops it is worth watching. */
  close(): void {
    this.unwatch?.();
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private make(): Server {
    return createServer({ requestTimeout: 10_000 }, (request, response) => {
      request.resume();
      const path = request.url?.split('?', 1)[0];
      if (path !== '/metrics') return void response.writeHead(404).end();
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
      }
      this.scrape.text().then(
        (text) => response.writeHead(200, { 'content-type': MEDIA_TYPE }).end(text),
        (error: unknown) => {
          this.log.error({ err: error }, 'a scrape failed');
          response.writeHead(500).end();
        },
      );
    });
  }
}
