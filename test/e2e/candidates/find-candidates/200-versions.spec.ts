import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { forceState, pathOf } from '../../../support/catalog.js';
import { offer, offerVersion } from '../../../support/offers.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
  });
});
afterAll(() => app.stop());

const answerTo = async (more: object = {}) =>
  (
    await agent
      .post('/v1/candidates')
      .send({ roles: ['operator'], task_type: 'support', ...more })
      .expect(200)
  ).body;

const servedOf = async (toolId: string, more: object = {}): Promise<string | undefined> => {
  const { tools } = (await answerTo(more)) as {
    tools: readonly { readonly tool_id: string; readonly version: string }[];
  };
  return tools.find((tool) => tool.tool_id === toolId)?.version;
};

const renamed = (description: string) => ({
  description,
  changes: [{ path: '', meaning: 'changed' }],
});

describe('the version that a candidate is answered with', () => {
  it('is the highest stable enabled one, or what a pin names', async () => {
    await offer(app, 'pins.tool', { version: '1.0.0' });
    await offerVersion(app, 'pins.tool', '2.0.0', renamed('The second.'));
    await offerVersion(app, 'pins.tool', '3.0.0-rc.1', renamed('The third.'));
    expect(await servedOf('pins.tool')).toBe('2.0.0');
    expect(await servedOf('pins.tool', { pins: { 'pins.tool': '^1' } })).toBe('1.0.0');
    expect(await servedOf('pins.tool', { pins: { 'pins.tool': '3.0.0-rc.1' } })).toBe('3.0.0-rc.1');
    expect(await servedOf('pins.tool', { pins: { 'pins.tool': '^4' } })).toBeUndefined();
  });

  it('follows a partial rollout for its sessions, and for nobody without a session', async () => {
    await offer(app, 'rollout.tool', { version: '1.0.0' });
    await offerVersion(app, 'rollout.tool', '2.0.0', renamed('The second.'));
    await adminOf(app)
      .put(`${pathOf('rollout.tool', '2.0.0')}/rollout`)
      .send({ percent: 50 })
      .expect(200);
    expect(await servedOf('rollout.tool')).toBe('1.0.0');
    const served = new Set<string | undefined>();
    for (let session = 0; session < 16; session += 1) {
      served.add(await servedOf('rollout.tool', { session: `s-${session}` }));
    }
    expect(served).toEqual(new Set(['1.0.0', '2.0.0']));
  });

  it('falls back to a deprecated one, with why and what comes after it', async () => {
    await offer(app, 'old.next');
    await offer(app, 'old.hidden', { policy: { allowed_tenants: ['globex'] } });
    await offer(app, 'old.tool');
    await offer(app, 'old.other');
    const deprecate = (toolId: string, successor: string) =>
      adminOf(app)
        .post(`${pathOf(toolId, '1.0.0')}/transitions`)
        .send({ to: 'deprecated', reason: 'It is old.', successor })
        .expect(200);
    await deprecate('old.tool', 'old.next@1.0.0');
    await deprecate('old.other', 'old.hidden');

    const { tools } = (await answerTo()) as { tools: { tool_id: string; deprecation: unknown }[] };
    const deprecationOf = (toolId: string) =>
      tools.find((tool) => tool.tool_id === toolId)?.deprecation;
    expect(deprecationOf('old.tool')).toEqual({
      reason: 'It is old.',
      sunset_at: null,
      successor: 'old.next@1.0.0',
    });
    // A successor that this caller may not know is none.
    expect(deprecationOf('old.other')).toMatchObject({ reason: 'It is old.', successor: null });
    expect(deprecationOf('old.next')).toBeNull();
  });

  it.each(['draft', 'review', 'staging', 'disabled'])('is never a %s one', async (state) => {
    await offer(app, `states.${state}`, { state });
    expect(await servedOf(`states.${state}`)).toBeUndefined();
    await forceState(app, `states.${state}`, '1.0.0', 'enabled');
    expect(await servedOf(`states.${state}`)).toBe('1.0.0');
  });
});
