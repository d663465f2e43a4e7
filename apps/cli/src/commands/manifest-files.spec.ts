import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { runOffline } from '../sample-session.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartermaster-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('quartermaster init', () => {
  it('writes a manifest that has no finding, and replaces none that is there', async () => {
    const path = join(folder, 'quartermaster.yaml');
    const made = await runOffline('init', path, '--tool', 'orders.find', '--owner', 'orders: us');
    expect(made.code).toBe(EXIT.ok);
    const linted = await runOffline('lint', path);
    expect(linted).toMatchObject({ code: EXIT.ok, err: '' });
    expect(linted.out).toBe('1 tool in 1 file: 0 errors, 0 warnings, 0 notes.');
    expect(readFileSync(path, 'utf8').split('\n')[0]).toBe(
      '# yaml-language-server: $schema=http://127.0.0.1:1/docs/quartermaster.schema.json',
    );
    writeFileSync(path, 'mine');
    expect((await runOffline('init', path)).code).toBe(EXIT.usage);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect((await runOffline('init', path, '--tool', 'not an id')).code).toBe(EXIT.usage);
  });
});

const manifest = (version: string, more = ''): string => `
defaults: { version: ${version}, side_effect: false, idempotent: true, timeout_ms: 5 }
tools:
  - tool_id: a.b
    description: Look one thing up.
    input_schema:
      type: object
      properties:
        q: { type: string, description: What. ${more}}
    output_schema: { type: object, additionalProperties: false }
    errors: [{ code: NO, retryable: false }]
    target: { kind: none }
`;

describe('quartermaster lint', () => {
  it('names each finding with file, line and pointer, and fails from the level asked for', async () => {
    const path = file('m.yaml', manifest('1.0.0'));
    const { code, out } = await runOffline('lint', path);
    expect(code).toBe(EXIT.ok);
    expect(out).toContain(
      `${path}:9:9  warning  string-without-max-length  /tools/0/input_schema/properties/q`,
    );
    expect((await runOffline('lint', path, '--fail-on', 'warning')).code).toBe(EXIT.refused);
    const json = await runOffline('lint', path, '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      faults: [],
      tools: [
        {
          tool_id: 'a.b',
          findings: [{ code: 'string-without-max-length', level: 'warning', line: 9 }],
        },
      ],
    });
  });

  it('ends with 1 for what no catalog takes, and for what cannot be understood', async () => {
    const unusable = file('a.yaml', manifest('1.0.0', ', $ref: "#/$defs/none" '));
    expect(await runOffline('lint', unusable)).toMatchObject({
      code: EXIT.refused,
      out: expect.stringContaining(':9:'),
    });
    const twice = file('b.yaml', 'tools: []\ntools: []\n');
    const { code, out } = await runOffline('lint', twice);
    expect({ code, out }).toEqual({
      code: EXIT.refused,
      out: expect.stringMatching(/b\.yaml:2:1 {2}error {2}bad-yaml/),
    });
  });

  it('takes levels from the file, above them from a configuration, and clients as asked', async () => {
    const lint = 'lint: { rules: { string-without-max-length: error } }\n';
    const path = file('m.yaml', lint + manifest('1.0.0'));
    expect((await runOffline('lint', path)).code).toBe(EXIT.refused);
    const off = file(
      'off.yaml',
      'rules: { string-without-max-length: off }\nprofiles: [copilot]\n',
    );
    const { code, out } = await runOffline('lint', path, '--config', off);
    expect({ code, out }).toEqual({
      code: EXIT.ok,
      out: '1 tool in 1 file: 0 errors, 0 warnings, 0 notes.',
    });
    const strict = await runOffline('lint', path, '--config', off, '--profile', 'openai-strict');
    expect(strict.out).toContain('openai-strict-optional');
    expect((await runOffline('lint', path, '--profile', 'clippy')).code).toBe(EXIT.usage);
    const odd = await runOffline(
      'lint',
      path,
      '--config',
      file('c.yaml', 'rules: { beauty: off }'),
    );
    expect(odd.code).toBe(EXIT.usage);
    expect(odd.err).toContain('/rules/beauty');
    const unknown = file('u.yaml', 'lint: { profiles: [clippy] }\n' + manifest('1.0.0'));
    expect((await runOffline('lint', unknown)).out).toContain('u.yaml:1:20');
  });

  it('lets pass what the repository answers for, until the day that it set', async () => {
    const waived = (expires: string) =>
      manifest('1.0.0').replace(
        '    output_schema',
        `    waivers: [{ rule: string-without-max-length, path: /input_schema, owner: desk, reason: old clients, expires: '${expires}' }]\n    output_schema`,
      );
    const path = file('m.yaml', waived('2999-12-31'));
    const { code, out } = await runOffline('lint', path, '--fail-on', 'note');
    expect(code).toBe(EXIT.ok);
    expect(out).toContain('waived  string-without-max-length');
    expect(out).toContain('by desk until 2999-12-31: old clients');
    expect(out).toContain('0 errors, 0 warnings, 0 notes, 1 waived.');
    const over = await runOffline('lint', file('o.yaml', waived('2026-01-31')));
    expect(over.code).toBe(EXIT.refused);
    expect(over.out).toMatch(/o\.yaml:10:15 {2}error {2}waiver-expired {2}\/tools\/0\/waivers\/0/);
    const digests = await Promise.all(
      [path, file('p.yaml', manifest('1.0.0'))].map(async (each) => {
        const { out: json } = await runOffline('lint', each, '--json');
        return (JSON.parse(json) as { tools: { contract_digest: string }[] }).tools[0];
      }),
    );
    expect(digests[0]?.contract_digest).toBe(digests[1]?.contract_digest);
  });

  it('ends with 2 where there is no manifest', async () => {
    expect((await runOffline('lint', join(folder, 'no.yaml'))).code).toBe(EXIT.usage);
    const { code, err } = await runOffline('lint', folder);
    expect(code).toBe(EXIT.usage);
    expect(err).toContain('quartermaster init');
  });

  it('lets nothing of a file act on the terminal', async () => {
    const path = file('m.yaml', 'tool_id: "x\\e[2J\\u202e"\n"un\\e[31mknown": 1\n');
    const { out } = await runOffline('lint', path);
    expect(out).toContain('unknown-field');
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });
});

describe('quartermaster diff of manifest files', () => {
  it('judges the number of each tool by its change', async () => {
    const before = file('before.yaml', manifest('1.0.0', ', maxLength: 9 '));
    const narrowed = file('narrowed.yaml', manifest('1.1.0', ', maxLength: 8 '));
    const released = file('released.yaml', manifest('2.0.0', ', maxLength: 8 '));
    const small = await runOffline('diff', before, narrowed, '--json');
    expect(small.code).toBe(EXIT.refused);
    expect(JSON.parse(small.out)).toMatchObject({
      ok: false,
      tools: [
        {
          tool_id: 'a.b',
          outcome: 'too-small',
          declared_bump: 'minor',
          required_bump: 'major',
          minimum_version: '2.0.0',
        },
      ],
    });
    expect((await runOffline('diff', before, released)).code).toBe(EXIT.ok);
    expect((await runOffline('diff', before, before)).out).toContain('the same contract');
  });

  it('tells tools that come and go, and finds manifests by their folders', async () => {
    for (const name of ['old', 'new']) mkdirSync(join(folder, name));
    file('old/quartermaster.yaml', manifest('1.0.0'));
    file('new/quartermaster.yaml', manifest('1.0.0').replace('a.b', 'a.c'));
    const { code, out } = await runOffline('diff', join(folder, 'old'), join(folder, 'new'));
    expect(code).toBe(EXIT.ok);
    expect(out).toMatch(/^a\.b {2}1\.0\.0 → · {2}removed/m);
    expect(out).toMatch(/^a\.c {2}· → 1\.0\.0 {2}added/m);
  });

  it('compares no manifest file with something else', async () => {
    const one = file('m.yaml', manifest('1.0.0'));
    expect((await runOffline('diff', one, file('s.json', '{}'))).code).toBe(EXIT.usage);
  });
});
