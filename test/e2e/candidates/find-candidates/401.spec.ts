import request from 'supertest';
import { startApp, type TestApp } from '../../../support/app.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

it.each(['get', 'post'] as const)('candidates are for known callers only: %s', async (method) => {
  const answer = await request(app.server)[method]('/v1/candidates').expect(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});
