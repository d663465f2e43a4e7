import { jest } from '@jest/globals';
import { CheckWorkers } from '../../../apps/api/src/comparison/check-workers.js';
import { Problem } from '../../../apps/api/src/http/problem.js';
import { startApp, type TestApp } from '../../support/app.js';
import { firstManifestOf, manifestOf, OPEN_POLICY, register } from '../../support/catalog.js';
import {
  eventsOf,
  versionPath,
  inDays,
  bring,
  makeCrew,
  EVIDENCE,
  step,
  run,
  isServable,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
beforeAll(async () => {
  app = await startApp({ QM_AUTO_APPROVE: 'on' });
  crew = await makeCrew(app);
});
afterAll(() => app.stop());

const withArguments = (...names: string[]) =>
  manifestOf({
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: 'string', maxLength: 100 }] as const),
      ),
      additionalProperties: false,
    },
  });

const MINOR = withArguments('text', 'tone');

const submit = async (tool: string, manifest: object, more: object = EVIDENCE) => {
  const [toolId = '', version = ''] = tool.split('@');
  await register(crew.publisher, toolId, version, manifest).expect(201);
  return step(crew.publisher, tool, 'review', more).expect(200);
};

describe('a deployment that approves by rule', () => {
  it('approves and releases a small step with evidence, and the trail says who did', async () => {
    await bring(crew, 'support.small', 'enabled');
    const { body } = await submit('support.small@1.1.0', MINOR);
    expect(body).toMatchObject({
      state: 'enabled',
      approvals: { have: 1, by: [{ subject: 'rule:auto-approve' }] },
    });
    expect(await isServable(app, 'support.small')).toBe(true);
    const events = (await eventsOf(app, 'support.small')).slice(-3);
    expect(events).toMatchObject([
      { action: 'version.submitted', actor: { subject: 'ann', kind: 'person' } },
      { action: 'version.approved', actor: { subject: 'rule:auto-approve', kind: 'rule' } },
      { action: 'version.released', actor: { subject: 'rule:auto-approve', kind: 'rule' } },
    ]);
    expect(events.map(({ version }) => version)).toEqual(['1.1.0', '1.1.0', '1.1.0']);
  });

  it('goes on by the rule when the evidence comes after the submission', async () => {
    await bring(crew, 'support.late', 'enabled');
    const { body } = await submit('support.late@1.1.0', MINOR, {});
    expect(body.state).toBe('review');
    const path = `${versionPath('support.late@1.1.0')}/evidence`;
    await crew.publisher.post(path).send(run('test')).expect(201);
    expect(await stateOf('support.late@1.1.0')).toBe('review');
    await crew.publisher.post(path).send(run('smoke')).expect(201);
    expect(await stateOf('support.late@1.1.0')).toBe('enabled');
  });

  it('leaves the first version of a tool to people', async () => {
    const { body } = await submit('support.first@1.0.0', firstManifestOf());
    expect(body.state).toBe('review');
  });

  it('leaves a major step to people', async () => {
    await bring(crew, 'support.major', 'enabled');
    const { body } = await submit('support.major@2.0.0', withArguments('other'));
    expect(body.state).toBe('review');
  });

  it('leaves a risk above L1 to people', async () => {
    const policy = { ...OPEN_POLICY, risk_level: 'L2', allowed_roles: ['operator'] };
    await bring(crew, 'support.risky', 'enabled', firstManifestOf({ policy }));
    const { body } = await submit('support.risky@1.1.0', MINOR);
    expect(body.state).toBe('review');
  });

  it('leaves a waived error of the lint to people', async () => {
    await bring(crew, 'support.waived', 'enabled');
    const manifest = { ...MINOR, confirm_arguments: ['/none'] };
    await register(crew.publisher, 'support.waived', '2.0.0', manifest).expect(201);
    await crew.reviewer
      .post(`${versionPath('support.waived@2.0.0')}/waivers`)
      .send({
        gate: 'confirm-argument-unknown',
        reason: 'comes with the next one',
        expires_at: inDays(30),
      })
      .expect(201);
    const { body } = await step(crew.publisher, 'support.waived@2.0.0', 'review', EVIDENCE).expect(
      200,
    );
    expect(body.state).toBe('review');
  });

  it('leaves to people what takes too long to compare, and takes it all the same', async () => {
    const draft = firstManifestOf(withArguments('text', 'tone', 'pace'));
    await register(crew.publisher, 'support.slow', '1.1.0', draft).expect(201);
    await bring(crew, 'support.slow', 'enabled');
    const slow = new Problem('check-too-slow', { detail: 'The check was given up.' });
    const workers = jest.spyOn(app.app.get(CheckWorkers), 'answer').mockRejectedValue(slow);
    const { body } = await step(crew.publisher, 'support.slow@1.1.0', 'review', EVIDENCE);
    expect(body).toMatchObject({ state: 'review', evidence: [{}, {}] });
    const path = `${versionPath('support.slow@1.1.0')}/evidence`;
    await crew.publisher.post(path).send(run('test')).expect(201);
    expect(workers).toHaveBeenCalledTimes(2);
    workers.mockRestore();
    expect(await stateOf('support.slow@1.1.0')).toBe('review');
  });

  it.each([
    ['below', '1.1.0', '1.2.0'],
    ['above', '1.2.0', '1.1.0'],
  ])(
    'leaves to people what a version released meanwhile %s leaves no room for',
    async (where, first, second) => {
      const toolId = `support.outrun_${where}`;
      await bring(crew, toolId, 'enabled');
      await register(crew.publisher, toolId, '1.1.0', MINOR).expect(201);
      await register(crew.publisher, toolId, '1.2.0', withArguments('text', 'language')).expect(
        201,
      );
      await step(crew.publisher, `${toolId}@${first}`, 'review', EVIDENCE).expect(200);
      expect(await stateOf(`${toolId}@${first}`)).toBe('enabled');
      const late = await step(crew.publisher, `${toolId}@${second}`, 'review', EVIDENCE).expect(
        200,
      );
      expect(late.body.state).toBe('review');
    },
  );
});

const stateOf = async (tool: string): Promise<string> =>
  (await crew.admin.get(versionPath(tool)).expect(200)).body.state;
