import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadManifests } from './load-manifests.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartermaster-'));
  for (const name of ['repository', 'repository/.git', 'repository/tools', 'repository/schemas']) {
    mkdirSync(join(folder, name));
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const manifest = (inputSchema: string, more = ''): string =>
  file(
    'repository/tools/quartermaster.yaml',
    `tool_id: a.b
version: 1.0.0
description: Does one thing.
input_schema: ${inputSchema}
side_effect: false
idempotent: true
timeout_ms: 1000
target: { kind: none }
${more}`,
  );

const messagesOf = async (path: string): Promise<string[]> =>
  (await loadManifests([path])).faults.map(({ line, pointer, message }) => {
    return `${line} ${pointer} ${message}`;
  });

describe('a schema in a file of its own', () => {
  it('is read from anywhere in the repository, and its places are those of the file', async () => {
    const schema = file('repository/schemas/b.yaml', 'type: object\nproperties:\n  a: true\n');
    const { tools, faults } = await loadManifests([manifest('../schemas/b.yaml')]);
    expect(faults).toEqual([]);
    expect(tools[0]?.manifest).toMatchObject({
      input_schema: { type: 'object', properties: { a: true } },
    });
    expect(tools[0]?.locate('/input_schema/properties/a')).toEqual({
      file: schema,
      line: 3,
      column: 3,
      pointer: '/properties/a',
    });
    expect(tools[0]?.locate('/timeout_ms')).toMatchObject({ line: 7, pointer: '/timeout_ms' });
  });

  it('is refused outside of the repository, links included', async () => {
    file('outside.json', '{"type":"object"}');
    symlinkSync(join(folder, 'outside.json'), join(folder, 'repository/schemas/link.json'));
    for (const path of ['../../outside.json', '../schemas/link.json']) {
      expect(await messagesOf(manifest(path))).toEqual([
        expect.stringMatching(/^4 \/input_schema .* lies outside of .*repository$/),
      ]);
    }
  });

  it.each([
    ['/etc/passwd', 'relative'],
    ['https://schemas.example.com/b.json', 'is an address'],
    ['absent.json', 'does not exist'],
  ])('is refused as %s', async (path, reason) => {
    expect(await messagesOf(manifest(path))).toEqual([expect.stringContaining(reason)]);
  });

  it('has its own faults told with its own lines', async () => {
    const schema = file(
      'repository/schemas/b.json',
      '{\n  "type": "object",\n  "type": "array"\n}',
    );
    const { faults } = await loadManifests([manifest('../schemas/b.json')]);
    expect(faults).toMatchObject([{ file: schema, code: 'duplicate-key', pointer: '/type' }]);
  });
});

describe('manifest files', () => {
  it('are found by the folder that they stand in', async () => {
    manifest('{ type: object }');
    const { tools } = await loadManifests([join(folder, 'repository/tools')]);
    expect(tools.map(({ tool_id }) => tool_id)).toEqual(['a.b']);
  });

  it('name every fault with its line, whole tools beside broken ones', async () => {
    const path = file(
      'repository/tools/quartermaster.yaml',
      `defaults: { version: 1.0.0, side_effect: false, idempotent: true }
tools:
  - tool_id: a.b
    description: x
    input_schema: { type: object }
    target: { kind: none }
  - tool_id: a.c
    description: x
    input_schema: { type: object }
    timeout_ms: 5
    target: { kind: http, method: GET, url: 'not an address' }
  - tool_id: a.d
    description: x
    input_schema: { type: object }
    timeout_ms: 5
    target: { kind: none }
`,
    );
    const { tools, faults } = await loadManifests([path]);
    expect(faults.map(({ line, pointer, code }) => [line, pointer, code])).toEqual([
      [3, '/tools/0/timeout_ms', 'missing-field'],
      [11, '/tools/1/target/url', 'malformed'],
    ]);
    expect(tools.map(({ tool_id }) => tool_id)).toEqual(['a.d']);
  });

  it('declare no version twice, in whatever file', async () => {
    const one = manifest('{ type: object }');
    const other = file('repository/other.yaml', `tools: []`);
    expect((await loadManifests([one, other])).faults).toMatchObject([{ pointer: '/tools' }]);
    const copy = join(folder, 'repository/copy.yaml');
    writeFileSync(copy, '# a copy\n' + readFileSync(one, 'utf8'));
    expect((await loadManifests([one, copy])).faults).toMatchObject([
      { file: copy, code: 'version-repeated' },
    ]);
  });
});
