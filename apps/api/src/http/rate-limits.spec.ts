import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';
import { readSettings } from '../config/env.js';
import { Database } from '../database/database.js';
import { RateLimitRepository, type Draw } from './rate-limit.repository.js';
import { RateLimits } from './rate-limits.js';

const log = pino({ level: 'silent' });
// Never asked for a connection.
const database = new Database('postgresql://127.0.0.1:9/none', log);

class Shared extends RateLimitRepository {
  readonly told: (readonly Draw[])[] = [];
  isAway = true;

  override settle(draws: readonly Draw[]): Promise<ReadonlyMap<string, number>> {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.told.push(draws);
    return Promise.resolve(new Map());
  }

  override forgetFull(): Promise<void> {
    return Promise.resolve();
  }
}

const request = { routeOptions: { config: { rateClass: 'reads' } } } as unknown as FastifyRequest;
const reply = { headers: () => undefined } as unknown as FastifyReply;

it('limits of many callers, forgotten and come again while nothing can be told, are told once', async () => {
  const shared = new Shared(database);
  const settings = readSettings({ QM_RATE_LIMIT_READS: '8/h' });
  const limits = new RateLimits(settings, shared, database, log);
  for (let caller = 0; caller < 20_000; caller += 1)
    limits.take(request, reply, { keyId: String(caller) });
  const telling = limits.settle();
  for (let caller = 20_000; caller < 30_000; caller += 1) {
    limits.take(request, reply, { keyId: String(caller) });
  }
  await telling;
  limits.take(request, reply, { keyId: '0' });
  shared.isAway = false;
  await limits.settle();
  const [draws = []] = shared.told;
  const names = draws.map(({ bucket }) => bucket);
  expect(names).toContain('reads 0');
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeLessThanOrEqual(20_000);
});
