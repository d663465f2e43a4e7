import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES } from '#core/compatibility/rules/index.js';
import { EXIT } from '../exit-codes.js';
import { runOffline } from '../sample-session.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartermaster-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const command = runOffline;

const tool = (properties: object, required: string[] = []) => ({
  name: 'create_ticket',
  description: 'Create a ticket.',
  inputSchema: { type: 'object', properties, required },
});

const subject = { type: 'string' };

describe('quartermaster diff', () => {
  it('ends with 1 and a call that breaks where a tool breaks its callers', async () => {
    const before = file('before.json', tool({ subject }));
    const after = file('after.json', tool({ subject, queue: subject }, ['queue']));
    const { code, out } = await command('diff', before, after);
    expect(code).toBe(EXIT.refused);
    expect(out).toContain('input-property-became-required');
    expect(out).toContain(
      "valid before, invalid after: {}\n       (must have required property 'queue')",
    );
    expect(out).toContain('Required bump: major');
  });

  it('ends with 0 where every call still works', async () => {
    const before = file('before.json', tool({ subject }));
    const after = file('after.json', tool({ subject, queue: subject }));
    const { code, out } = await command('diff', before, after, '--format', 'json');
    expect(code).toBe(EXIT.ok);
    expect(JSON.parse(out)).toMatchObject({ required_bump: 'minor', engine: '1.0.0' });
  });

  it('reads the declared changes of manifests, in YAML too', async () => {
    const manifest = (description: string, more: string) =>
      `description: ${description}\ninput_schema: { type: object }\nside_effect: false\n` +
      `idempotent: true\ntimeout_ms: 1000\ntarget: { kind: none }\n${more}`;
    const before = file('before.yaml', manifest('Open a ticket.', ''));
    const undeclared = file('undeclared.yaml', manifest('Open one ticket.', ''));
    const declared = file(
      'declared.yml',
      manifest('Open one ticket.', 'changes: [{ path: /description, meaning: clarified }]\n'),
    );
    expect((await command('diff', before, undeclared)).code).toBe(EXIT.refused);
    expect((await command('diff', before, declared)).out).toContain('Required bump: patch');
  });

  it('takes a hint of a server for a hint and a first description for an addition', async () => {
    const before = file('before.json', { name: 'x', inputSchema: { type: 'object' } });
    const after = file('after.json', {
      name: 'x',
      description: 'Read one.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    });
    const { out } = await command('diff', before, after, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      required_bump: 'patch',
      changes: [{ rule: 'annotations-changed' }, { rule: 'description-added' }],
    });
  });

  it('compares two schemas as an input or as an output', async () => {
    const before = file('before.json', { enum: ['a'] });
    const after = file('after.json', { enum: ['a', 'b'] });
    expect((await command('diff', before, after)).code).toBe(EXIT.ok);
    expect((await command('diff', before, after, '--side', 'output')).code).toBe(EXIT.refused);
  });

  it('lets nothing of a document out of its cell in Markdown', async () => {
    const before = file('before.json', { enum: ['a|b `<img>`', 'c'] });
    const after = file('after.json', { enum: ['c'] });
    const { out } = await command('diff', before, after, '--format', 'markdown');
    const [row = ''] = out.split('\n').filter((line) => line.startsWith('| major'));
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
    expect(row).not.toContain('<img>');
  });

  it('ends with 2 where a file is missing, broken or of another kind', async () => {
    const schema = file('schema.json', {});
    const broken = file('broken.json', '{"type": "object", "type": "array"}');
    for (const other of ['absent.json', broken, file('tool.json', tool({}))]) {
      expect((await command('diff', schema, other)).code).toBe(EXIT.usage);
    }
    expect((await command('diff', schema)).code).toBe(EXIT.usage);
  });
});

describe('quartermaster subsumes', () => {
  it('answers one pair by its exit code, with the witness', async () => {
    const integer = file('integer.json', { type: 'integer' });
    const number = file('number.yaml', 'type: number\n');
    expect((await command('subsumes', integer, number)).code).toBe(EXIT.ok);
    const fails = await command('subsumes', '--json', number, integer);
    expect(fails.code).toBe(EXIT.refused);
    expect(JSON.parse(fails.out)).toEqual({ verdict: 'fails', witness: 0.1 });
  });

  it('closes objects only where the relation is the declared one', async () => {
    const narrow = file('a.json', { type: 'object', properties: { q: subject } });
    const wide = file('b.json', { type: 'object', properties: { q: subject, cc: subject } });
    expect((await command('subsumes', narrow, wide)).code).toBe(EXIT.refused);
    expect((await command('subsumes', '--relation', 'declared', narrow, wide)).code).toBe(EXIT.ok);
  });

  it('answers every line of a batch, and says why where it cannot', async () => {
    const lines = [
      '{"id":"holds","a":{"type":"integer"},"b":{"type":"number"}}',
      '{"id":2,"a":{"type":"number"},"b":{"type":"integer"}}',
      '{"id":"old","dialect":"4","a":{},"b":{}}',
      '{"id":"draft","dialect":"7","a":{"items":[{"type":"null"}]},"b":{"prefixItems":[{"type":"null"}]}}',
      '{"id":"big","a":{"maximum":9007199254740993},"b":true}',
      '{"id":"nul","a":{"const":"\\u0000"},"b":{"maxLength":1}}',
      '{"id":"added","a":null,"b":true}',
      '',
      'no JSON',
    ];
    const { code, out } = await command(
      'subsumes',
      '--batch',
      file('pairs.jsonl', lines.join('\n')),
    );
    expect(code).toBe(EXIT.ok);
    const rows = out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([
      ['holds', 'holds', undefined],
      [2, 'fails', undefined],
      ['old', 'undecided', 'dialect'],
      ['draft', 'holds', undefined],
      ['big', 'undecided', 'number'],
      ['nul', 'holds', undefined],
      ['added', 'undecided', 'keyword'],
      [null, 'undecided', 'keyword'],
    ]);
    for (const row of rows) expect(typeof row['ms']).toBe('number');
  });
});

describe('quartermaster rules and explain', () => {
  it('list and explain every rule', async () => {
    const { out } = await command('rules', '--json');
    const listed = (JSON.parse(out) as { id: string }[]).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(RULES.map(({ id }) => id)));
    for (const id of [listed[0], listed.at(-1)]) {
      const explained = await command('explain', id ?? '');
      expect(explained.code).toBe(EXIT.ok);
      expect(explained.out).toContain('Remedy: ');
    }
  });

  it('send an unknown id to the list', async () => {
    const { code, err } = await command('explain', 'no-such-rule');
    expect(code).toBe(EXIT.usage);
    expect(err).toContain('quartermaster rules');
  });
});
