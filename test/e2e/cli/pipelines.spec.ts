import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller } from '../../support/caller.js';
import { forceState, OPEN_POLICY } from '../../support/catalog.js';
import { listeningAddress, runCli } from '../../support/cli.js';
import { runAction, runShell } from '../../support/github-runner.js';
import { listen, startGithub, type StandIn } from '../../support/github-stand-in.js';

const CLI = `node ${resolve('apps/quartermaster.mjs')}`;

const manifest = (version: string, more: object = {}, schema: object = {}): string =>
  JSON.stringify({
    defaults: { version, owner: 'platform', policy: OPEN_POLICY },
    tools: [
      {
        tool_id: 'acme.look_up',
        description: 'Looks one thing up.',
        input_schema: {
          type: 'object',
          properties: { name: { type: 'string', maxLength: 40, description: 'Its name.' } },
          additionalProperties: false,
          ...schema,
        },
        side_effect: false,
        idempotent: true,
        timeout_ms: 1000,
        target: { kind: 'none' },
        ...more,
      },
    ],
  });

let app: TestApp;
let url: string;
let github: StandIn;
let workspace: string;
let temp: string;
let token: string;
const pages = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  app = await startApp();
  url = await listeningAddress(app);
  ({ token } = await makeCaller(app, { permissions: ['publish'], namespaces: ['acme'] }));
  github = await startGithub(token, url);
  workspace = await mkdtemp(join(tmpdir(), 'quartermaster-workspace-'));
  temp = await mkdtemp(join(tmpdir(), 'quartermaster-runner-'));
  await mkdir(join(workspace, '.git'));
  const page = await readFile('docs/pipelines.md', 'utf8');
  for (const [, heading = '', block = ''] of page.matchAll(
    /^## (.+)\n[^]*?```yaml\n([^]*?)```/gm,
  )) {
    pages.set(heading, parse(block) as Record<string, unknown>);
  }
});
afterAll(async () => {
  await github.stop();
  await app.stop();
  for (const folder of [workspace, temp]) await rm(folder, { recursive: true, force: true });
});

const commit = (text: string): Promise<void> =>
  writeFile(join(workspace, 'quartermaster.yaml'), text);

describe('the action for GitHub', () => {
  /** The inputs of the page, but for the address; and what a runner sets. */
  const run = async (event: string, more: Record<string, string> = {}) => {
    const { jobs } = pages.get('GitHub Actions') as {
      jobs: { quartermaster: { steps: { uses: string; with?: Record<string, string> }[] } };
    };
    const step = jobs.quartermaster.steps.find(({ uses }) => uses.startsWith('acme/'));
    await writeFile(join(temp, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
    return runAction(
      { ...step?.with, url, cli: CLI },
      {
        workspace,
        env: {
          RUNNER_TEMP: temp,
          GITHUB_ACTIONS: 'true',
          GITHUB_EVENT_NAME: event,
          GITHUB_EVENT_PATH: join(temp, 'event.json'),
          GITHUB_REPOSITORY: 'acme/tools',
          GITHUB_API_URL: github.url,
          GITHUB_TOKEN: 'ghs_job',
          ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/token?v=1`,
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'ask',
          ...more,
        },
      },
    );
  };

  it('plans a pull request with the identity of the job, and says so in one comment', async () => {
    await commit(manifest('1.0.0'));
    const planned = await run('pull_request');
    expect(planned).toMatchObject({ code: 0, outputs: { command: 'plan', 'exit-code': '0' } });
    expect(planned.summary).toContain('| `acme.look_up` | `1.0.0` | 🆕 create |');
    const report = JSON.parse(await readFile(planned.outputs['report'] ?? '', 'utf8')) as object;
    expect(report).toMatchObject({ allowed: true, tools: [{ outcome: 'create' }] });
    await adminOf(app).get('/v1/tools/acme.look_up').expect(404);
    expect(github.comments).toEqual([
      { id: 100, body: expect.stringContaining('Quartermaster plan: 1 to create') },
    ]);
  });

  it('publishes nothing with an identity that may only plan', async () => {
    const { token: planner } = await makeCaller(app, { permissions: ['read'] });
    const as = (command: string) =>
      runCli([command, join(workspace, 'quartermaster.yaml')], { QM_URL: url, QM_TOKEN: planner });
    expect(await as('plan')).toMatchObject({ code: 0 });
    const refused = await as('apply');
    expect([refused.code, refused.err]).not.toEqual([0, expect.anything()]);
    expect(refused.err).toContain('permission-missing');
    await adminOf(app).get('/v1/tools/acme.look_up').expect(404);
  });

  it('publishes a release, and finds a second run of it done', async () => {
    const published = await run('release', { GITHUB_REF_TYPE: 'tag' });
    expect(published).toMatchObject({ code: 0, outputs: { command: 'apply' } });
    const again = await run('push', { GITHUB_REF_TYPE: 'tag' });
    expect(again.out).toContain('0 created, 0 replaced, 1 unchanged.');
    await forceState(app, 'acme.look_up', '1.0.0', 'enabled');
  });

  it('refuses a breaking change beside its line, in the same comment', async () => {
    await commit(manifest('1.0.1', {}, { required: ['name'] }));
    const planned = await run('pull_request');
    expect(planned).toMatchObject({ code: 1, outputs: { 'exit-code': '1' } });
    expect(planned.out).toMatch(/^::error file=quartermaster\.yaml,line=1,col=\d+,title=acme/m);
    expect(github.comments).toEqual([
      { id: 100, body: expect.stringContaining('Version `2.0.0` would be allowed') },
    ]);
  });

  it('shows the faults of a manifest that cannot be understood', async () => {
    await commit('tools:\n  - tool_id: acme.look_up\n    descripton: x\n');
    const planned = await run('pull_request');
    expect(planned.code).toBe(2);
    expect(planned.out).toMatch(/^::error file=quartermaster\.yaml,line=3,/m);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('/tools/0/descripton');
  });

  it('goes on where the comment cannot be written', async () => {
    await commit(manifest('1.0.0'));
    const planned = await run('pull_request', { GITHUB_TOKEN: 'of_a_fork' });
    expect(planned.code).toBe(0);
    expect(planned.out).toContain('No comment: GitHub answers 401');
  });
});

describe('the jobs for GitLab', () => {
  const script = async (job: string): Promise<{ code: number | null; out: string }> => {
    const page = pages.get('GitLab CI') ?? {};
    const { script: lines } = page[job] as { script: string[] };
    const { variables } = page['.quartermaster'] as { variables: Record<string, string> };
    const own = { ...variables, QM_URL: url, QM: CLI, QM_TOKEN: token };
    const gitlab = { GITLAB_CI: 'true', CI_JOB_URL: 'https://gitlab.example.com/-/jobs/1' };
    const text = ['set -e', ...lines].join('\n');
    return runShell(['sh', '-c', text], { cwd: workspace, env: { ...gitlab, ...own } });
  };

  it('plan with a report that a merge request shows', async () => {
    await commit(manifest('1.0.1', {}, { required: ['name'] }));
    expect(await script('plan tools')).toMatchObject({ code: 1 });
    const report = await readFile(join(workspace, 'quartermaster.xml'), 'utf8');
    expect(report).toContain('tests="1" failures="1"');
    expect(report).toContain('<failure message="the step from 1.0.0 to 1.0.1');
  });

  it('publish and ask for review', async () => {
    await commit(manifest('2.0.0', {}, { required: ['name'] }));
    const published = await script('publish tools');
    expect(published.out).toContain('acme.look_up 2.0.0  review');
    expect(published.code).toBe(0);
  });
});

describe('an apply while the catalog is restarted', () => {
  it('takes effect once, though the first answer was lost', async () => {
    let asked = 0;
    // Busy at first; then it does what it is asked, and the connection breaks before the answer.
    const server = createServer((request, response) => {
      asked += 1;
      if (asked === 1) {
        response.writeHead(503, { 'retry-after': '0', connection: 'close' }).end();
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', headers } = request;
        const sent = {
          method,
          headers: headers as Record<string, string>,
          body: Buffer.concat(chunks),
        };
        delete sent.headers['transfer-encoding'];
        void fetch(url + (request.url ?? ''), sent).then(async (answer) => {
          const text = await answer.text();
          if (asked === 2) response.destroy();
          else response.writeHead(answer.status, { connection: 'close' }).end(text);
        });
      });
    });
    const proxy = await listen(server);
    const file = join(workspace, 'once.json');
    await writeFile(file, manifest('0.1.0', { tool_id: 'acme.once' }));
    const { code, out, err } = await runCli(['apply', file, '--json'], {
      QM_URL: proxy.url,
      QM_TOKEN: token,
    });
    await proxy.stop();
    expect({ code, asked }).toEqual({ code: 0, asked: 3 });
    expect(JSON.parse(out)).toMatchObject({ counts: { created: 1, unchanged: 0 } });
    expect(err.match(/trying again/g)).toHaveLength(2);
    const { body } = await adminOf(app).get('/v1/tools/acme.once/versions').expect(200);
    expect(body.items).toHaveLength(1);
  });
});
