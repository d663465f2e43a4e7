import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, forceState, manifestOf, register } from '../../support/catalog.js';

let app: TestApp;
let reader: TestCaller;
beforeAll(async () => {
  app = await startApp();
  const publisher = await makeCaller(app, { permissions: ['publish'], namespaces: ['*'] });
  reader = await makeCaller(app, { permissions: ['read'] });
  const tagged = firstManifestOf({ title: 'Find a ticket', tags: ['ticket'], owner: 'helpdesk' });
  await register(publisher, 'support.find', '1.0.0', tagged).expect(201);
  await forceState(app, 'support.find', '1.0.0', 'enabled');
  const next = {
    description: 'Answers 100%.',
    changes: [{ path: '/description', meaning: 'clarified' }],
  };
  await register(
    publisher,
    'support.find',
    '1.0.1',
    manifestOf({
      ...next,
      title: 'Find it',
      tags: ['ticket'],
      changes: [...next.changes, { path: '/title', meaning: 'clarified' }],
    }),
  ).expect(201);
  await register(publisher, 'crm.find').expect(201);
  await register(publisher, 'Zeta').expect(201);
});
afterAll(() => app.stop());

const ids = async (query: string, caller = reader): Promise<string[]> => {
  const answer = await caller.get(`/v1/tools${query}`).expect(200);
  return (answer.body as { items: { tool_id: string }[] }).items.map(({ tool_id: id }) => id);
};

describe('listing tools', () => {
  it('shows a row for each tool of the namespaces that the key reads', async () => {
    expect(await ids('')).toEqual(['Zeta', 'crm.find', 'support.find']);
    const narrow = await makeCaller(app, { permissions: ['read'], namespaces: ['crm'] });
    expect(await ids('', narrow)).toEqual(['crm.find']);
  });

  it('says what is latest, what is served and which states there are', async () => {
    const answer = await reader.get('/v1/tools?namespace=support').expect(200);
    expect(answer.body.items).toMatchObject([
      {
        tool_id: 'support.find',
        title: 'Find a ticket',
        owner: 'helpdesk',
        risk_level: 'L0',
        latest: '1.0.0',
        served: '1.0.0',
        states: ['draft', 'enabled'],
        suspended: false,
      },
    ]);
  });

  it.each([
    ['?owner=helpdesk', ['support.find']],
    ['?tag=ticket', ['support.find']],
    ['?state=enabled', ['support.find']],
    ['?risk_level=L4', []],
    ['?q=FIND', ['crm.find', 'support.find']],
    ['?q=100%25', ['support.find']],
    ['?q=1_0', []],
    ['?q=', ['Zeta', 'crm.find', 'support.find']],
    ['?namespace=crm&state=draft', ['crm.find']],
  ])('narrows by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('goes through all pages without losing or repeating a tool', async () => {
    const first = await reader.get('/v1/tools?limit=2').expect(200);
    const rest = await ids(`?limit=2&cursor=${first.body.next_cursor}`);
    expect(rest).toEqual(['support.find']);
  });

  it('refuses an unknown filter, a bad value and a bad cursor', async () => {
    await reader.get('/v1/tools?ownr=x').expect(400);
    await reader.get('/v1/tools?state=gone').expect(400);
    await reader.get('/v1/tools?limit=201').expect(400);
    const answer = await reader.get('/v1/tools?cursor=abc').expect(400);
    expect(answer.body).toMatchObject({ code: 'bad-cursor' });
  });

  it('answers a tool with policy, presentation and versions, and 304 to who has it', async () => {
    const answer = await reader.get('/v1/tools/support.find').expect(200);
    expect(answer.body).toMatchObject({
      policy: { policy_version: 1, risk_level: 'L0', allowed_roles: ['*'] },
      presentation: { owner: 'helpdesk', aliases: [], note: null },
      versions: [
        { version: '1.0.1', state: 'draft' },
        { version: '1.0.0', state: 'enabled' },
      ],
    });
    await reader
      .get('/v1/tools/support.find')
      .set('if-none-match', String(answer.headers['etag']))
      .expect(304);
  });
});

describe('whoever reads some namespaces', () => {
  it('is shown all of them and nothing of those beside them, page by page', async () => {
    const namespaces = ['edge-x', 'edge', 'edge2', 'Edges'];
    const publisher = await makeCaller(app, { permissions: ['publish'], namespaces });
    const within = ['edge', 'edge.-', 'edge.z', 'edge2.a'];
    const tools = [...within, 'edge-x.a', 'Edges.a'];
    for (const toolId of tools) await register(publisher, toolId).expect(201);
    const narrow = await makeCaller(app, { permissions: ['read'], namespaces: ['edge2', 'edge'] });
    expect(await ids('', narrow)).toEqual(within);
    expect(await ids('?namespace=edge')).toEqual(within.slice(0, 3));
    const { body } = await narrow.get('/v1/tools?limit=2').expect(200);
    expect(await ids(`?limit=2&cursor=${body.next_cursor}`, narrow)).toEqual(within.slice(2));
  });
});
