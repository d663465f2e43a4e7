import type { Json } from '../../json/value.js';
import { planImport, type ImportPlan } from './plan-import.js';
import type { Profile } from './profile.js';
import { readToolsList } from './read-tools-list.js';

const OWNED: Profile = { owner: 'platform' };

const planOf = (document: Json, profile = OWNED, fallback = 'file'): ImportPlan => {
  const list = readToolsList(JSON.stringify(document));
  if (!list.ok) throw new Error(list.message);
  return planImport(list, profile, fallback);
};

const tool = (more: Record<string, Json> = {}): Json => ({
  name: 'create_ticket',
  description: 'Create a ticket.',
  inputSchema: { type: 'object' },
  ...more,
});

const manifestOf = (more: Record<string, Json> = {}, profile = OWNED) => {
  const plan = planOf([tool(more)], profile, 'support');
  return plan.tools[0]?.manifest ?? plan.quarantined[0];
};

describe('the manifest of an imported tool', () => {
  it("carries what the server says under the manifest's names", () => {
    const annotations = { title: 'T', readOnlyHint: true, category: 'x' };
    const carried = manifestOf({
      annotations,
      outputSchema: { type: 'object' },
      icons: [{ src: 'https://example.com/i.png' }],
      execution: { taskSupport: 'optional' },
      _meta: { a: 1 },
    });
    expect(carried).toMatchObject({
      title: 'T',
      description: 'Create a ticket.',
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
      annotations,
      mcp: {
        icons: [{ src: 'https://example.com/i.png' }],
        execution: { taskSupport: 'optional' },
        _meta: { a: 1 },
      },
      target: { kind: 'mcp', server: 'support', tool: 'create_ticket' },
      owner: 'platform',
    });
  });

  it('prefers the title of the tool over the one among its annotations', () => {
    expect(manifestOf({ title: 'A', annotations: { title: 'B' } })).toMatchObject({ title: 'A' });
  });

  it.each([
    [{}, true, false, 'L3', true],
    [{ readOnlyHint: false }, true, false, 'L3', true],
    [{ readOnlyHint: 'true' }, true, false, 'L3', true],
    [{ readOnlyHint: true }, false, false, 'L1', false],
    [{ readOnlyHint: true, idempotentHint: true }, false, true, 'L1', false],
    [{ destructiveHint: true }, true, false, 'L4', true],
    [{ readOnlyHint: false, idempotentHint: true }, true, true, 'L3', true],
  ])('guesses from the hints %j', (annotations, sideEffect, idempotent, risk, approval) => {
    expect(manifestOf({ annotations })).toMatchObject({
      side_effect: sideEffect,
      idempotent,
      policy: { risk_level: risk, requires_approval: approval },
    });
  });

  it('lists every guess, and admits nobody until somebody is named', () => {
    expect(manifestOf()).toMatchObject({
      policy: { allowed_roles: [], allowed_tenants: [], task_types: [] },
      proposed: [
        '/side_effect',
        '/idempotent',
        '/timeout_ms',
        '/target/server',
        '/policy/risk_level',
        '/policy/requires_approval',
        '/policy/allowed_roles',
        '/policy/allowed_tenants',
        '/policy/task_types',
      ],
    });
  });

  it('lists nothing where people stated everything', () => {
    const policy = {
      risk_level: 'L2',
      requires_approval: false,
      allowed_roles: ['operator'],
      allowed_tenants: ['*'],
      task_types: ['support'],
    } as const;
    const stated = { match: '*', side_effect: true, idempotent: false, timeout_ms: 5000 };
    const profile: Profile = { ...OWNED, target: 'tickets', policy, tools: [stated] };
    expect(manifestOf({}, profile)).toMatchObject({ policy, timeout_ms: 5000, proposed: [] });
  });

  it('keeps defaults of the profile among the guesses', () => {
    const defaults = { timeout_ms: 1000, risk_level: 'L2' } as const;
    expect(manifestOf({}, { ...OWNED, defaults })).toMatchObject({
      timeout_ms: 1000,
      policy: { risk_level: 'L2', requires_approval: false },
      proposed: expect.arrayContaining(['/timeout_ms', '/policy/risk_level']),
    });
  });

  it.each([{}, { title: 'Make one' }])('describes a tool without description by %j', (titled) => {
    const name = 'title' in titled ? 'Make one' : 'create_ticket';
    expect(manifestOf({ description: '', ...titled })).toMatchObject({
      description: name,
      proposed: expect.arrayContaining(['/description']),
    });
  });

  it('takes an empty title or a blank description for none', () => {
    const carried = manifestOf({ title: '', description: ' ', annotations: { title: 'B' } });
    expect(carried).toMatchObject({ title: 'B', description: 'B' });
  });

  it('leaves what is ill-typed to the catalog, which names the place', () => {
    expect(manifestOf({ title: 7, annotations: 'none' })).toMatchObject({
      title: 7,
      annotations: 'none',
    });
    expect(manifestOf({ inputSchema: 'none' })).toMatchObject({ input_schema: 'none' });
  });

  it('says which members have no place in a manifest', () => {
    expect(planOf([tool({ strict: true })]).tools[0]?.leftOut).toEqual(['strict']);
  });
});

describe('hints that contradict', () => {
  const both = { annotations: { readOnlyHint: true, destructiveHint: true } };

  it('sets a tool aside that is called read-only and destructive', () => {
    expect(manifestOf(both)).toMatchObject({
      code: 'annotations-contradict',
      pointer: '/annotations/destructiveHint',
    });
  });

  it('takes it once a person says which hint is wrong', () => {
    const rule = { match: '*', omit_annotations: ['readOnlyHint'] };
    expect(manifestOf(both, { ...OWNED, tools: [rule] })).toMatchObject({
      side_effect: true,
      annotations: { destructiveHint: true },
    });
  });

  it.each([
    [{ side_effect: true }, { readOnlyHint: true }, '/annotations/readOnlyHint'],
    [{ side_effect: false }, { destructiveHint: true }, '/annotations/destructiveHint'],
    [{ idempotent: false }, { idempotentHint: true }, '/annotations/idempotentHint'],
  ])('sets a tool aside where the profile says %j against %j', (stated, annotations, pointer) => {
    const profile: Profile = { ...OWNED, tools: [{ match: '*', ...stated }] };
    expect(manifestOf({ annotations }, profile)).toMatchObject({ pointer });
  });
});

describe('the plan of an import', () => {
  const dump = {
    package: '@acme/mcp',
    version: '2.1.0',
    serverInfo: { name: 'Acme', version: '1.0.0' },
  };

  it('takes the namespace from the server, target and version from its package', () => {
    expect(planOf({ ...dump, tools: [tool()] })).toMatchObject({
      server: 'Acme',
      namespace: 'acme',
      version: '2.1.0',
      tools: [{ tool_id: 'acme.create_ticket', manifest: { target: { server: '@acme/mcp' } } }],
    });
  });

  it('takes everything from the profile where it says it', () => {
    const profile = { ...OWNED, namespace: 'tickets', version: '3.0.0', target: 't' };
    expect(planOf({ ...dump, tools: [tool()] }, profile)).toMatchObject({
      namespace: 'tickets',
      version: '3.0.0',
      tools: [{ tool_id: 'tickets.create_ticket', manifest: { target: { server: 't' } } }],
    });
  });

  it.each([
    [{ version: '0.8.x', serverInfo: { version: '1.2.3' } }, '1.2.3'],
    [{ version: 'v1.0.0', serverInfo: { version: '1.0' } }, '0.1.0'],
    [{}, '0.1.0'],
  ])('reads the version of %j as %s', (facts, version) => {
    expect(planOf({ ...facts, tools: [] }).version).toBe(version);
  });

  it('falls back to the name of the file for a bare list', () => {
    expect(planOf([tool()], OWNED, 'my_dump')).toMatchObject({ namespace: 'my_dump' });
  });

  it('sets aside what is no tool, with its place, and plans the rest', () => {
    const plan = planOf(['x', { description: 'nameless' }, tool(), tool()]);
    expect(plan.tools).toHaveLength(1);
    expect(plan.quarantined.map(({ source, code }) => `${source} ${code}`)).toEqual([
      '/0 not-a-tool',
      '/1 name-missing',
      '/3 name-repeated',
    ]);
  });
});
