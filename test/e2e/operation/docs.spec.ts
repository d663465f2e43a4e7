import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('the documentation', () => {
  it('is an OpenAPI 3.1 document', async () => {
    const answer = await request(service.server).get('/openapi.json').expect(200);
    expect(answer.body.openapi).toBe('3.1.0');
    expect(Object.keys(answer.body.paths)).toContain('/livez');
    expect(answer.body.components.schemas.Problem).toBeDefined();
  });

  it('is a page that loads everything from this service', async () => {
    const page = await request(service.server).get('/docs').expect(200);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(4);
    for (const link of links) await request(service.server).get(link).expect(200);
  });

  it('has the schema of manifest files for editors', async () => {
    const answer = await request(service.server)
      .get('/docs/quartermaster.schema.json')
      .expect('content-type', /application\/schema\+json/)
      .expect(200);
    expect(answer.body.title).toBe('Quartermaster manifest file');
  });

  it('serves no other file', async () => {
    for (const name of ['package.json', '..%2fpackage.json', 'index.js']) {
      await request(service.server).get(`/docs/${name}`).expect(404);
    }
  });
});
