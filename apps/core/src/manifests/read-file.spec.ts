import type { Json, JsonObject } from '../json/value.js';
import { objectOf } from '../json/value.js';
import { completeManifest, placeOf, schemaPaths } from './declared-tool.js';
import { readManifestFile } from './read-file.js';

const POLICY = {
  risk_level: 'L1',
  requires_approval: false,
  allowed_roles: ['operator'],
  allowed_tenants: ['*'],
  task_types: ['support'],
};

const tool = (more: JsonObject = {}): JsonObject => ({
  tool_id: 'support.open',
  description: 'Open a ticket.',
  input_schema: { type: 'object' },
  ...more,
});

const COMMON = {
  side_effect: false,
  idempotent: true,
  timeout_ms: 1000,
  target: { kind: 'none' },
};

const only = (document: Json) => {
  const { tools, errors } = readManifestFile(document);
  expect(errors).toEqual([]);
  const [first] = tools;
  if (first === undefined) throw new Error('there is a tool');
  return first;
};

describe('a manifest file', () => {
  it('declares one tool at its root', () => {
    const read = only({ $schema: 'x', ...tool(), ...COMMON, version: '1.0.0' });
    expect(read).toMatchObject({ tool_id: 'support.open', version: '1.0.0', pointer: '' });
    expect(Object.keys(read.fields)).toEqual([
      ...['description', 'input_schema', 'side_effect', 'idempotent', 'timeout_ms', 'target'],
    ]);
  });

  it('fills in what its defaults state, and lets the tool have the last word', () => {
    const defaults = { ...COMMON, version: '1.0.0', owner: 'a', tags: ['x', 'y'] };
    const read = only({ defaults, tools: [tool({ owner: 'b', tags: [] })] });
    expect(read.fields).toMatchObject({ owner: 'b', tags: [], timeout_ms: 1000 });
    expect(read.version).toBe('1.0.0');
  });

  it('puts a policy together member by member', () => {
    const { task_types, ...rest } = POLICY;
    const defaults = { ...COMMON, version: '1.0.0', policy: rest };
    const own = { task_types, risk_level: 'L0' };
    const read = only({ defaults, tools: [tool({ policy: own })] });
    expect(read.fields['policy']).toEqual({ ...POLICY, risk_level: 'L0' });
    expect(placeOf(read, '/policy/allowed_roles/0').pointer).toBe(
      '/defaults/policy/allowed_roles/0',
    );
    expect(placeOf(read, '/policy/risk_level').pointer).toBe('/tools/0/policy/risk_level');
  });

  it('keeps members that plain objects inherit', () => {
    const inherited = objectOf([['__proto__', { type: 'string' }]]);
    const schema = { type: 'object', properties: inherited };
    const read = only({
      defaults: { ...COMMON, version: '1.0.0' },
      tools: [tool({ input_schema: schema })],
    });
    expect(JSON.stringify(completeManifest(read, new Map()))).toContain('"__proto__":{');
  });

  it('leads from a schema of its own into its file', () => {
    const fields = { input_schema: 'schemas/open.json', output_schema: { type: 'object' } };
    const read = only({ defaults: { ...COMMON, version: '1.0.0' }, tools: [tool(fields)] });
    expect([...schemaPaths(read)]).toEqual([['input_schema', 'schemas/open.json']]);
    expect(placeOf(read, '/input_schema/properties/a')).toEqual({
      file: 'schemas/open.json',
      pointer: '/properties/a',
    });
    expect(placeOf(read, '/output_schema/type')).toEqual({
      file: null,
      pointer: '/tools/0/output_schema/type',
    });
    const schema = { type: 'object', title: 'read' };
    expect(completeManifest(read, new Map([['input_schema', schema]]))).toMatchObject({
      input_schema: schema,
    });
  });

  it.each<[string, Json, string, string]>([
    ['a member that is misspelt', { tols: [] }, '/tols', 'unknown-field'],
    ['one in a tool', { tools: [tool({ timout_ms: 1 })] }, '/tools/0/timout_ms', 'unknown-field'],
    ['a tool beside tools', { tools: [tool()], tool_id: 'a' }, '/tool_id', 'unknown-field'],
    [
      'a tool without identity',
      { tools: [{ description: 'x', input_schema: {} }] },
      '/tools/0/tool_id',
      'missing-field',
    ],
    [
      'an identity that is none',
      { tools: [tool({ tool_id: '1.2' })] },
      '/tools/0/tool_id',
      'malformed',
    ],
    ['no version anywhere', { tools: [tool()] }, '/tools/0/version', 'missing-field'],
    [
      'a version that is none',
      { tools: [tool({ version: 'v1' })] },
      '/tools/0/version',
      'version-not-semver',
    ],
    [
      'such a default',
      { defaults: { version: '1' }, tools: [tool()] },
      '/defaults/version',
      'version-not-semver',
    ],
    [
      'a number for a version',
      { tools: [tool({ version: 1.2 })] },
      '/tools/0/version',
      'wrong-type',
    ],
    [
      'a default that is each tool’s own',
      { defaults: { description: 'x' }, tools: [tool()] },
      '/defaults/description',
      'unknown-field',
    ],
    ['no tool', { tools: [] }, '/tools', 'out-of-range'],
    ['no object', ['x'], '', 'wrong-type'],
  ])('refuses %s, with its place', (_what, document, pointer, code) => {
    expect(readManifestFile(document).errors).toContainEqual(
      expect.objectContaining({ pointer, code }),
    );
  });
});
