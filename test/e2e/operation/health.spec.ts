import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';

describe('the probes', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  it.each(['/livez', '/readyz'])('%s answers without a key', async (path) => {
    const answer = await request(service.server).get(path).expect(200);
    expect(answer.body).toEqual({ status: 'ok' });
  });
});
