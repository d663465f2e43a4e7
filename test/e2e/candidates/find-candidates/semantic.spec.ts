import { setTimeout as sleep } from 'node:timers/promises';
import { VectorsRepository } from '../../../../apps/api/src/semantic/vectors.repository.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf } from '../../../support/caller.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';
import { offer } from '../../../support/offers.js';

let app: TestApp;
let server: EmbeddingServer;

beforeAll(async () => {
  server = await startEmbeddingServer();
  app = await startApp({
    QM_SEMANTIC: 'endpoint',
    QM_SEMANTIC_URL: server.url,
    QM_SEMANTIC_MODEL: 'tiny',
    QM_SEMANTIC_TIMEOUT_MS: '20000',
  });
  await offer(app, 'pay.back', { description: 'Gives a refund.' });
  await offer(app, 'sky.look', { description: 'Tells the forecast.' });
  await offer(app, 'desk.open', { description: 'Opens a ticket.' });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  server.behaviour = 'well';
  server.beforeAnswer = () => Promise.resolve();
});

interface Answer {
  readonly total_eligible: number;
  readonly strategy: string;
  readonly tools: readonly { readonly tool_id: string; readonly reasons: unknown }[];
}

const ask = async (query?: string): Promise<Answer> => {
  const answer = await adminOf(app)
    .post('/v1/candidates')
    .send({ roles: ['clerk'], tenant: 'acme', task_type: 'support', query })
    .expect(200);
  return answer.body as Answer;
};

/** Once what is done in the background has come so far. */
const askUntil = async (query: string, holds: (answer: Answer) => boolean): Promise<Answer> => {
  for (;;) {
    const answer = await ask(query);
    if (holds(answer)) return answer;
    await sleep(50);
  }
};

const isHybrid = ({ strategy }: Answer): boolean => strategy === 'hybrid';

describe('candidates by meaning', () => {
  it('finds what no word of the query says, as soon as the texts are embedded', async () => {
    const { tools } = await askUntil('reimburse somebody', isHybrid);
    expect(tools).toMatchObject([
      { tool_id: 'pay.back', reasons: [{ field: 'similar_meaning', terms: [] }] },
    ]);
    const texts = server.asked.flat().filter((text) => text.includes('. '));
    expect(texts.sort()).toEqual([
      'desk open. Opens a ticket.',
      'pay back. Gives a refund.',
      'sky look. Tells the forecast.',
    ]);
    expect(await ask()).toMatchObject({ strategy: 'hybrid' });
  });

  it('asks the server once for a query that comes again', async () => {
    server.asked.length = 0;
    await ask('umbrella');
    await ask('umbrella');
    expect(server.asked.filter(([text]) => text === 'umbrella')).toHaveLength(1);
  });

  it('shows no tool that was suspended while the server was asked', async () => {
    const suspend = (suspended: boolean) =>
      adminOf(app)
        .put('/v1/tools/pay.back/suspension')
        .send({ suspended, reason: 'an incident' })
        .expect(200);
    const before = await ask();
    server.beforeAnswer = async () => {
      await suspend(true);
      // Whoever asks later tells this replica of it.
      await ask();
    };
    const { tools, total_eligible: total } = await ask('refund, or some other money');
    expect(tools).toEqual([]);
    expect(total).toBe(before.total_eligible - 1);
    server.beforeAnswer = () => Promise.resolve();
    await suspend(false);
    expect(await ask('refund, or some other money')).toMatchObject({
      strategy: 'hybrid',
      tools: [{ tool_id: 'pay.back' }],
    });
  });

  it('goes by words alone and says so where the server fails, and recovers with it', async () => {
    server.behaviour = 'failing';
    expect(await ask('refund, during a failure')).toMatchObject({
      strategy: 'lexical-degraded',
      tools: [{ tool_id: 'pay.back' }],
    });
    server.behaviour = 'longer';
    expect(await ask('refund, too long')).toMatchObject({ strategy: 'lexical-degraded' });
    server.behaviour = 'well';
    expect(await ask('refund, afterwards')).toMatchObject({ strategy: 'hybrid' });
  });

  it('embeds what is registered while the server answers half, or not at all', async () => {
    server.behaviour = 'failing';
    await offer(app, 'trip.find', { description: 'Looks up a flight.' });
    await offer(app, 'trip.food', { description: 'Orders a meal.' });
    await askUntil('journey', ({ strategy }) => strategy === 'lexical-degraded');
    server.behaviour = 'half';
    const { tools } = await askUntil('journey', isHybrid);
    expect(tools).toMatchObject([{ tool_id: 'trip.find' }]);
  });

  it('embeds a tool anew when its presentation changes', async () => {
    const changed = { note: 'Also before a journey by plane.' };
    await adminOf(app).patch('/v1/tools/desk.open').send(changed).expect(200);
    const { tools } = await askUntil('journey', (answer) => answer.tools.length === 2);
    expect(tools.map(({ tool_id: toolId }) => toolId).sort()).toEqual(['desk.open', 'trip.find']);
  });

  it('gives no two replicas the same version to embed', async () => {
    const repository = app.app.get(VectorsRepository);
    const claims = await Promise.all([1, 2, 3].map(() => repository.claim('another', 3)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await repository.claim('another', 100)).toHaveLength(5 - ids.length);
    await repository.release('another', ids);
    expect((await repository.claim('another', 100)).map(({ id }) => id)).toEqual(
      ids.sort((one, other) => Number(one - other)),
    );
  });

  it('embeds all anew once the model makes vectors of another length', async () => {
    server.behaviour = 'longer';
    let goOn = (): void => undefined;
    const isDegraded = new Promise<void>((resolve) => (goOn = resolve));
    // All that it knew comes at once, and waits until nobody can miss that it has to.
    server.beforeAnswer = () =>
      (server.asked.at(-1) ?? []).length > 1 ? isDegraded : Promise.resolve();
    await offer(app, 'water.gauge', { description: 'Says how high the water stands.' });
    await askUntil('plane', ({ strategy }) => strategy === 'lexical-degraded');
    goOn();
    // A query that was asked before, too.
    const { tools } = await askUntil('umbrella', isHybrid);
    expect(tools).toMatchObject([{ tool_id: 'sky.look' }]);
  });
});
