import request from 'supertest';
import { Drain } from '../../../apps/api/src/http/drain.js';
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

  it('turn traffic away while the replica stops, though it lives', async () => {
    const stopSweeping = service.app.get(Drain).begin(service.app.getHttpAdapter().getInstance());
    const answer = await request(service.server).get('/readyz').expect(503);
    expect(answer.body).toMatchObject({ code: 'shutting-down' });
    expect(answer.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    await request(service.server).get('/livez').expect(200);
    stopSweeping();
  });
});
