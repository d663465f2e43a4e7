import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogHeadRepository } from '../../../apps/api/src/metrics/catalog-head.repository.js';
import { FAMILIES } from '../../../apps/api/src/metrics/families.js';
import { MetricsServer } from '../../../apps/api/src/metrics/metrics-server.js';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, callerWith, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, forceState, pathOf, register } from '../../support/catalog.js';
import { readScrape } from '../../support/prometheus.js';

let service: TestApp;
let admin: TestCaller;
let address: string;

beforeAll(async () => {
  service = await startApp({ QM_METRICS_PORT: '0' });
  admin = adminOf(service);
  address = (await service.app.get(MetricsServer).open()) ?? '';
});
afterAll(async () => {
  service.app.get(MetricsServer).close();
  await service.stop();
});

const scrape = async () => readScrape(await (await fetch(address)).text());

/** The head of the catalog is read once a second at most. */
const scrapeOnceAt = async (auditSeq: number): Promise<Awaited<ReturnType<typeof scrape>>> => {
  for (;;) {
    const scraped = await scrape();
    if (sumOf(scraped, 'auditHead') === auditSeq) return scraped;
    await sleep(50);
  }
};

/** The sum of the samples with these labels. */
const sumOf = (
  scraped: Awaited<ReturnType<typeof scrape>>,
  family: keyof typeof FAMILIES,
  labels: Readonly<Record<string, string>> = {},
  suffix = '',
): number => {
  const { name } = FAMILIES[family];
  return (scraped.get(name)?.samples ?? [])
    .filter((sample) => sample.name === `${name}${suffix}`)
    .filter(({ labels: has }) => Object.entries(labels).every(([key, text]) => has[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
};

describe('a scrape', () => {
  it('counts each request once, by the pattern of its route', async () => {
    const before = await scrape();
    await register(admin, 'scraped.one').expect(201);
    await admin.get('/v1/tools/scraped.one').expect(200);
    await admin.get('/v1/tools/scraped.two').expect(404);
    await admin.get('/v1/nowhere/scraped.three').expect(404);
    await admin.get('/v1/tools/%zz').expect(400);
    await callerWith(service, 'qm_none').get('/v1/tools').expect(401);
    const after = await scrape();
    const grown = (labels: Record<string, string>, family: keyof typeof FAMILIES = 'requests') =>
      sumOf(after, family, labels) - sumOf(before, family, labels);

    expect(grown({})).toBe(6);
    const put = { method: 'PUT', route: '/v1/tools/:tool_id/versions/:version' };
    expect(grown({ ...put, status: '201' })).toBe(1);
    expect(grown({ method: 'GET', route: '/v1/tools/:tool_id', status: '200' })).toBe(1);
    expect(grown({ method: 'GET', route: '/v1/tools/:tool_id', status: '404' })).toBe(1);
    expect(grown({ method: 'GET', route: 'unmatched' })).toBe(2);
    expect(grown({ method: 'GET', route: '/v1/tools', status: '401' })).toBe(1);
    expect(sumOf(after, 'requestSeconds', put, '_count')).toBe(1);
    expect(sumOf(after, 'requestSeconds', { ...put, le: '+Inf' }, '_bucket')).toBe(1);
    for (const code of ['not-found', 'route-unknown', 'bad-url', 'unauthenticated']) {
      expect([code, grown({ code }, 'refusals')]).toEqual([code, 1]);
    }
  });

  it('counts what became of registrations, those of a bulk each, and no dry run', async () => {
    const before = await scrape();
    const item = (tool_id: string, version = '1.0.0', manifest: object = firstManifestOf()) => ({
      tool_id,
      version,
      manifest,
    });
    const bulk = (items: readonly object[], query = '') =>
      admin.post(`/v1/registrations${query}`).send({ items });
    await bulk([item('counted.a'), item('counted.b')], '?dry_run=true').expect(200);
    await bulk([item('counted.a'), item('counted.b')]).expect(200);
    await bulk([item('counted.a'), item('counted.c')]).expect(200);
    await bulk([item('counted.d'), item('counted.a', 'one')]).expect(422);
    const changed = firstManifestOf({ description: 'Answers otherwise.' });
    await register(admin, 'counted.a', '1.0.0', changed).expect(200);
    await forceState(service, 'counted.b', '1.0.0', 'enabled');
    await register(admin, 'counted.b', '1.0.0', changed).expect(409);
    await admin
      .put(`${pathOf('counted.e', '1.0.0')}?dry_run=true`)
      .send(changed)
      .expect(201);
    const after = await scrape();
    const grown = Object.fromEntries(
      ['created', 'unchanged', 'replaced', 'refused'].map((outcome) => [
        outcome,
        sumOf(after, 'registrations', { outcome }) - sumOf(before, 'registrations', { outcome }),
      ]),
    );
    expect(grown).toEqual({ created: 3, unchanged: 1, replaced: 1, refused: 2 });
  });

  it('tells the tools of candidate requests by the stage that they reached', async () => {
    const agent = await makeCaller(service, {
      permissions: ['candidates'],
      tenants: ['acme'],
      roles: ['operator'],
    });
    for (const [tool, words] of [
      ['staged.mail', 'Sends a letter.'],
      ['staged.post', 'Sends a letter by post.'],
      ['staged.clock', 'Tells the time.'],
    ] as const) {
      await register(admin, tool, '1.0.0', firstManifestOf({ description: words })).expect(201);
      await forceState(service, tool, '1.0.0', 'enabled');
    }
    const before = await scrape();
    const asked = { roles: ['operator'], task_type: 'any', query: 'letter', top_k: 1 };
    const { body } = await agent.post('/v1/candidates').send(asked).expect(200);
    const after = await scrape();
    const grown = (stage: string): number =>
      sumOf(after, 'candidateTools', { stage }) - sumOf(before, 'candidateTools', { stage });
    expect(grown('eligible')).toBe(Number(body.total_eligible));
    expect(grown('matched')).toBe(2);
    expect(grown('answered')).toBe(1);
    const strategy = String(body.strategy);
    expect(sumOf(after, 'candidateAnswers', { strategy })).toBe(1);
  });

  it('shows the head of the audit trail as the database has it', async () => {
    await register(admin, 'headed.one').expect(201);
    const headNow = async () => {
      const [head] = await service.database.query<{ audit_seq: string; revision: string }>(
        'SELECT audit_seq, revision FROM catalog_head',
      );
      return { auditSeq: Number(head?.audit_seq), revision: Number(head?.revision) };
    };
    const head = await headNow();
    const scraped = await scrapeOnceAt(head.auditSeq);
    expect(sumOf(scraped, 'catalogRevision')).toBe(head.revision);
    expect(sumOf(scraped, 'databaseUp')).toBe(1);
    // Whoever passes the fence makes this replica catch up.
    const agent = await makeCaller(service, {
      permissions: ['candidates'],
      tenants: ['*'],
      roles: ['*'],
    });
    const asked = { tenant: 'acme', roles: ['operator'], task_type: 'any' };
    await agent.post('/v1/candidates').send(asked).expect(200);
    const caughtUp = await scrape();
    expect(sumOf(caughtUp, 'snapshotRevision')).toBe((await headNow()).revision);
    expect(sumOf(caughtUp, 'snapshotAge')).toBeGreaterThan(0);
  });

  it('costs the database one read, however many ask at a time', async () => {
    const read = jest.spyOn(service.app.get(CatalogHeadRepository), 'read');
    await Promise.all(Array.from({ length: 20 }, scrape));
    expect(read.mock.calls.length).toBeLessThanOrEqual(1);
    read.mockRestore();
  });

  it('has every family, each with its type, and labels that no caller can make up', async () => {
    const scraped = await scrape();
    for (const { name, type, help, labels } of Object.values(FAMILIES)) {
      const family = scraped.get(name);
      expect([name, family?.type, family?.help]).toEqual([name, type, help]);
      const names = new Set((family?.samples ?? []).flatMap((each) => Object.keys(each.labels)));
      names.delete('le');
      expect([name, ...names]).toEqual([name, ...labels]);
    }
    expect([...scraped.keys()]).toHaveLength(Object.keys(FAMILIES).length);
    const text = await (await fetch(address)).text();
    expect(text).not.toMatch(/scraped|counted|staged|headed|acme|operator/);
  });

  it('is all that is served on its port, and is not served on the port of the API', async () => {
    const status = async (path: string, method = 'GET'): Promise<number> =>
      (await fetch(new URL(path, address), { method })).status;
    expect(await status('/')).toBe(404);
    expect(await status('/v1/tools')).toBe(404);
    expect(await status('/metrics', 'POST')).toBe(405);
    expect(await status('/metrics?x=1')).toBe(200);
    await admin.get('/metrics').expect(404);
  });
});
