import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller } from '../../support/caller.js';
import { listeningAddress, runCli, type CliResult } from '../../support/cli.js';
import {
  jobIdentity,
  startIssuer,
  writeIssuers,
  type LocalIssuer,
} from '../../support/local-issuer.js';

const SCHEMA = (queues: readonly string[], required: readonly string[]): string =>
  JSON.stringify({
    type: 'object',
    properties: {
      subject: { type: 'string', maxLength: 120, description: 'What is wrong.' },
      queue: { enum: queues, description: 'The team that takes the ticket.' },
    },
    required,
    additionalProperties: false,
  });

const MANIFEST = (version: string): string => `# yaml-language-server: $schema=x
defaults:
  version: ${version}
  owner: support-platform
  policy: &policy
    risk_level: L1
    requires_approval: false
    allowed_roles: [operator]
    allowed_tenants: ['*']
  timeout_ms: 5000
  errors: [{ code: QUEUE_FULL, retryable: true }]
tools:
  - tool_id: support.open_ticket
    description: Open a support ticket for a customer.
    input_schema: schemas/open_ticket.json
    output_schema:
      type: object
      properties: { ticket_id: { type: string, maxLength: 40, description: Its number. } }
      required: [ticket_id]
      additionalProperties: false
    side_effect: false
    idempotent: true
    policy: { task_types: [support] }
    target: { kind: http, method: POST, url: https://tickets.example.com/v2/tickets }
`;

const AUDIENCE = 'https://catalog.example.com';
const JOB = {
  sub: 'repo:acme/support-tools:ref:refs/tags/v1',
  repository: 'acme/support-tools',
  ref: 'refs/tags/v1',
};

/** The pipeline has no stored secret: its job asks for a token whenever a command runs. */
const RULE = {
  claims: { repository: 'acme/support-tools', ref: 'refs/tags/*' },
  kind: 'pipeline',
  subject: 'github:{repository}',
  permissions: ['publish'],
  namespaces: ['support'],
};

describe('a repository with a manifest', () => {
  let issuer: LocalIssuer;
  let config: string;
  let app: TestApp;
  let folder: string;
  let url: string;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    issuer = await startIssuer(AUDIENCE, jobIdentity(JOB));
    config = await writeIssuers([{ issuer: issuer.url, audiences: [AUDIENCE], rules: [RULE] }]);
    app = await startApp({ QM_OIDC_CONFIG: config });
    url = await listeningAddress(app);
    folder = await mkdtemp(join(tmpdir(), 'quartermaster-repository-'));
    await mkdir(join(folder, '.git'));
    await mkdir(join(folder, 'schemas'));
    const grants = {
      reviewer: { permissions: ['review'] },
      auditor: { permissions: ['read', 'audit'] },
      agent: { permissions: ['candidates'], tenants: ['acme'], roles: ['operator'] },
    };
    for (const [subject, grant] of Object.entries(grants)) {
      tokens.set(subject, (await makeCaller(app, { subject, ...grant })).token);
    }
    await commit('1.0.0', SCHEMA(['repairs', 'billing'], ['subject']));
  });
  afterAll(async () => {
    await app.stop();
    await issuer.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(config);
  });

  const manifest = (): string => join(folder, 'quartermaster.yaml');
  const commit = async (version: string, schema: string): Promise<void> => {
    await writeFile(manifest(), MANIFEST(version));
    await writeFile(join(folder, 'schemas', 'open_ticket.json'), schema);
  };
  const as = (who: string, ...argv: readonly string[]): Promise<CliResult> =>
    runCli(argv, {
      QM_URL: url,
      ...(who === 'pipeline'
        ? {
            QM_AUDIENCE: AUDIENCE,
            ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/job?v=1`,
            ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'ask',
          }
        : { QM_TOKEN: tokens.get(who) ?? '' }),
    });
  const json = (result: CliResult): Record<string, unknown> =>
    JSON.parse(result.out) as Record<string, unknown>;

  /** From the draft to agents, by everybody whose word it takes. */
  const goLive = async (): Promise<void> => {
    const report = join(folder, 'junit.xml');
    await writeFile(report, '<testsuite tests="2" failures="0"><testcase/><testcase/></testsuite>');
    const run = ['--url', 'https://ci.example.com/runs/7', '--manifest', manifest()];
    const steps: [string, ...string[]][] = [
      ['pipeline', 'evidence', 'test', '--junit', report, ...run],
      ['pipeline', 'evidence', 'smoke', ...run],
      ['pipeline', 'transition', 'review', '--manifest', manifest()],
      ['reviewer', 'transition', 'staging', '--manifest', manifest()],
      ['reviewer', 'transition', 'enabled', '--manifest', manifest()],
    ];
    for (const [who, ...argv] of steps) {
      expect(await as(who, ...argv)).toMatchObject({ code: 0, err: '' });
    }
  };

  it('is linted, planned, applied and released', async () => {
    expect(await as('nobody', 'lint', manifest())).toMatchObject({ code: 0, err: '' });
    const plan = await as('pipeline', 'plan', manifest(), '--json');
    expect(plan.code).toBe(0);
    expect(json(plan)).toMatchObject({ allowed: true, tools: [{ outcome: 'create' }] });
    const applied = await as('pipeline', 'apply', manifest(), '--json');
    expect(json(applied)).toMatchObject({ applied: true, counts: { created: 1 } });
    await goLive();
    const offered = await as(
      'agent',
      'candidates',
      '--role',
      'operator',
      '--task-type',
      'support',
      '--json',
    );
    expect(json(offered)).toMatchObject({
      tools: [{ tool_id: 'support.open_ticket', version: '1.0.0' }],
    });
  });

  it('is told of a breaking change before it is applied, with the line and a witness', async () => {
    await commit('1.1.0', SCHEMA(['repairs'], ['subject', 'queue']));
    const reports = { markdown: 'plan.md', junit: 'plan.xml', sarif: 'plan.sarif' };
    const outputs = Object.entries(reports).flatMap(([form, name]) => {
      return ['--output', `${form}=${join(folder, name)}`];
    });
    const plan = await as('pipeline', 'plan', manifest(), ...outputs, '--json');
    expect(plan.code).toBe(1);
    expect(json(plan)).toMatchObject({
      allowed: false,
      tools: [
        {
          outcome: 'refused',
          baseline: '1.0.0',
          declared_bump: 'minor',
          required_bump: 'major',
          minimum_version: '2.0.0',
          refusals: [{ code: 'bump-too-small', at: { file: manifest(), line: 3 } }],
          changes: expect.arrayContaining([
            expect.objectContaining({
              rule: 'input-property-became-required',
              at: expect.objectContaining({ file: join(folder, 'schemas/open_ticket.json') }),
              proof: expect.objectContaining({ kind: 'witness', valid_under: '1.0.0' }),
            }),
          ]),
        },
      ],
    });
    const contents = await Promise.all(
      Object.values(reports).map((name) => readFile(join(folder, name), 'utf8')),
    );
    for (const text of contents) expect(text).toContain('2.0.0 would be allowed');
    const annotated = await as('pipeline', 'plan', manifest(), '--output', 'github');
    expect(annotated.out).toMatch(/^::error file=.*quartermaster\.yaml,line=3,/m);
    const refused = await as('pipeline', 'apply', manifest(), '--json');
    expect(refused.code).toBe(1);
    expect(json(refused)).toMatchObject({
      applied: false,
      refused: [{ code: 'bump-too-small', at: { line: 3 } }],
    });
  });

  it('goes through once it is fixed, and the same again changes nothing', async () => {
    const suggested = await as('pipeline', 'suggest-version', manifest(), '--write', '--json');
    expect(json(suggested)).toMatchObject({ tools: [{ suggested: '2.0.0', written: true }] });
    expect(await readFile(manifest(), 'utf8')).toBe(MANIFEST('2.0.0'));
    expect((await as('pipeline', 'plan', manifest())).code).toBe(0);
    expect((await as('pipeline', 'apply', manifest())).code).toBe(0);
    const again = await as('pipeline', 'apply', manifest(), '--json');
    expect(json(again)).toMatchObject({ counts: { created: 0, unchanged: 1 } });
    const review = (...form: string[]) =>
      as('reviewer', 'review', 'support.open_ticket@2.0.0', ...form);
    expect(json(await review('--json'))).toMatchObject({ baseline: { version: '1.0.0' } });
    const [text, markdown] = [await review(), await review('--format', 'markdown')];
    for (const told of ['input-property-became-required', 'allowed_tenants', 'submit']) {
      expect(text.out).toContain(told);
      // Nothing in a cell may be taken for markup.
      expect(markdown.out).toContain(told.replaceAll('_', '\\_'));
    }
    await goLive();
    const shown = await as('auditor', 'get', 'support.open_ticket@2.0.0', '--json');
    expect(json(shown)).toMatchObject({
      state: 'enabled',
      created_by: 'github:acme/support-tools',
    });
  });
});
