import { RULES } from '#core/compatibility/rules/index.js';
import { LINT_RULES } from '#core/lint/rules.js';
import { PROBLEMS } from '#core/problems/catalogue.js';
import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller, type TestCaller } from '../../support/caller.js';

let app: TestApp;
let caller: TestCaller;
beforeAll(async () => {
  app = await startApp();
  caller = await makeCaller(app, { permissions: ['candidates'] });
});
afterAll(() => app.stop());

describe('the rules over HTTP', () => {
  it('are those that the checks apply, all of them, by id', async () => {
    const answer = await caller.get('/v1/rules').expect(200);
    const ids = (answer.body as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(ids).toEqual([...RULES, ...LINT_RULES].map(({ id }) => id).sort());
  });

  it('explain themselves one by one', async () => {
    const answer = await caller.get('/v1/rules/input-property-became-required').expect(200);
    expect(answer.body).toMatchObject({ kind: 'compatibility', side: 'input', bump: 'major' });
    expect(answer.body.examples.length).toBeGreaterThanOrEqual(2);
    await caller.get('/v1/rules/no-such-rule').expect(404);
  });
});

describe('the catalogue of problems', () => {
  it('lists every code once, without a key', async () => {
    const answer = await request(app.server).get('/problems').expect(200);
    const codes = answer.body.items.map(({ code }: { code: string }) => code);
    expect([...codes].sort()).toEqual(Object.keys(PROBLEMS).sort());
  });

  it.each(Object.keys(PROBLEMS))('has what the type of a problem leads to: %s', async (code) => {
    const answer = await request(app.server).get(`/problems/${code}`).expect(200);
    expect(answer.body).toMatchObject({
      code,
      type: `/problems/${code}`,
      remedy: expect.anything(),
    });
  });

  it('is a page for a browser', async () => {
    const answer = await request(app.server)
      .get('/problems/bump-too-small')
      .set('accept', 'text/html,application/xhtml+xml')
      .expect(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toContain('<code>check.minimum_version</code>');
  });

  it('knows no others', async () => {
    for (const code of ['nothing', 'constructor', '__proto__']) {
      const answer = await request(app.server).get(`/problems/${code}`).expect(404);
      expect(answer.body.code).toBe('not-found');
    }
  });
});

describe('the documentation', () => {
  it('is an OpenAPI 3.1 document', async () => {
    const answer = await request(app.server).get('/openapi.json').expect(200);
    expect(answer.body.openapi).toBe('3.1.0');
    expect(Object.keys(answer.body.paths)).toContain('/livez');
    expect(answer.body.components.schemas.Problem).toBeDefined();
  });

  it('is where somebody ends up who knows the address alone', async () => {
    const answer = await request(app.server).get('/').expect(308);
    expect(answer.headers['location']).toBe('/docs');
  });

  it('is a page that loads everything from this service', async () => {
    const page = await request(app.server).get('/docs').expect(200);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(4);
    for (const link of links) await request(app.server).get(link).expect(200);
  });

  it('has the schema of manifest files for editors', async () => {
    const answer = await request(app.server).get('/docs/quartermaster.schema.json').expect(200);
    expect(answer.headers['content-type']).toMatch('application/schema+json');
    expect(answer.body.title).toBe('Quartermaster manifest file');
  });

  it('serves no other file', async () => {
    for (const name of ['package.json', '..%2fpackage.json', 'index.js']) {
      await request(app.server).get(`/docs/${name}`).expect(404);
    }
  });
});
