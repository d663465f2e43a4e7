import { objectOf, type Json } from '../json/value.js';
import { readJson } from '../json/read.js';
import { contractDigest } from './digest.js';
import { readManifest } from './read-manifest.js';

const smallest = {
  description: 'Create a ticket.',
  input_schema: { type: 'object' },
  side_effect: true,
  idempotent: false,
  timeout_ms: 5000,
  target: { kind: 'none' },
};

const faultsOf = (manifest: Json): string[] => {
  const reading = readManifest(manifest);
  return reading.ok ? [] : reading.errors.map(({ pointer, code }) => `${pointer} ${code}`);
};

const contractOf = (manifest: Json) => {
  const reading = readManifest(manifest);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return reading.manifest.contract;
};

const OPENAPI = { kind: 'openapi', method: 'GET', path: '/x', parameters: [] };

describe('reading a manifest', () => {
  it('takes the smallest one and defaults only what is not contract', () => {
    expect(readManifest(smallest)).toEqual({
      ok: true,
      manifest: { contract: smallest, proposed: [], changes: [] },
    });
  });

  it('lists every field at fault, in the same order whatever the order sent', () => {
    const rest = objectOf(Object.entries(smallest).filter(([field]) => field !== 'description'));
    const bad = {
      zzz: 1,
      ...rest,
      timeout_ms: 0,
      side_effect: 'yes',
      idempotency_key: { in: 'body' },
    };
    const expected = [
      '/description missing-field',
      '/idempotency_key/in not-in-list',
      '/idempotency_key/name missing-field',
      '/side_effect wrong-type',
      '/timeout_ms out-of-range',
      '/zzz unknown-field',
    ];
    expect(faultsOf(bad)).toEqual(expected);
    expect(faultsOf(objectOf(Object.entries(bad).reverse()))).toEqual(expected);
  });

  it('refuses null for every field instead of taking it for an absent one', () => {
    for (const field of [...Object.keys(smallest), 'title', 'tags', 'mcp', 'policy', 'owner']) {
      expect(faultsOf({ ...smallest, [field]: null })).toEqual([`/${field} wrong-type`]);
    }
  });

  it('refuses fields named __proto__ and constructor', () => {
    const sent = objectOf([...Object.entries(smallest), ['__proto__', {}], ['constructor', {}]]);
    expect(faultsOf(sent)).toEqual(['/__proto__ unknown-field', '/constructor unknown-field']);
  });

  it('keeps schemas and annotations exactly as sent', () => {
    const open = readJson(
      '{"type":"object","$comment":"ü","x-own":null,"properties":{"__proto__":{"default":null}}}',
    );
    if (!open.ok) throw new Error(open.message);
    const annotations = { readOnlyHint: false, category: 'x', 'x-null': null };
    const sent = { ...smallest, input_schema: open.value, output_schema: true, annotations };
    const contract = contractOf(sent);
    expect(contract.input_schema).toBe(open.value);
    expect(contract.output_schema).toBe(true);
    expect(contract.annotations).toEqual(annotations);
  });

  it.each([
    [{ kind: 'http', method: 'POST', url: 'https://example.com/{id}' }, []],
    [{ kind: 'http', method: 'POST', url: 'example.com' }, ['/target/url malformed']],
    [{ kind: 'http', method: 'FETCH', url: 'http://a' }, ['/target/method not-in-list']],
    [{ kind: 'mcp', server: 's' }, ['/target/tool missing-field']],
    [{ kind: 'none', url: 'http://a' }, ['/target/url unknown-field']],
    [{ kind: 'grpc' }, ['/target/kind not-in-list']],
    [{}, ['/target/kind missing-field']],
    [{ ...OPENAPI, document: 'd', server: '/v2' }, []],
    [{ ...OPENAPI, document: 'https://a/d.yaml', server: 'https://{region}.a/v2' }, []],
    [{ ...OPENAPI, document: 'https://u:p@a/d.yaml' }, ['/target/document malformed']],
    [{ ...OPENAPI, document: 'd', server: 'HTTPS://u@a' }, ['/target/server malformed']],
    [{ kind: 'mcp', server: 'https://u:p@a', tool: 't' }, ['/target/server malformed']],
    [
      { kind: 'openapi', document: 'd', method: 'GET', path: 'x', parameters: [{ in: 'path' }] },
      [
        '/target/parameters/0/argument missing-field',
        '/target/parameters/0/name missing-field',
        '/target/path malformed',
      ],
    ],
  ])('reads the target %j by its kind', (target, faults) => {
    expect(faultsOf({ ...smallest, target })).toEqual(faults);
  });

  it.each([
    [{ confirm_arguments: ['customer_id'] }, '/confirm_arguments/0 malformed'],
    [{ proposed: ['/a~2'] }, '/proposed/0 malformed'],
    [{ changes: [{ path: 'x', meaning: 'changed' }] }, '/changes/0/path malformed'],
    [{ title: 'x'.repeat(201) }, '/title out-of-range'],
    [{ description: '' }, '/description malformed'],
    [{ tags: Array.from({ length: 33 }, (_, n) => `t${n}`) }, '/tags out-of-range'],
    [{ tags: ['a', 'a'] }, '/tags duplicate'],
    [{ timeout_ms: 1.5 }, '/timeout_ms wrong-type'],
    [{ timeout_ms: 86_400_001 }, '/timeout_ms out-of-range'],
    [{ example_queries: ['1', '2', '3', '4', '5', '6'] }, '/example_queries out-of-range'],
    [{ input_schema: true }, '/input_schema wrong-type'],
    [{ policy: { risk_level: 'L9' } }, '/policy/allowed_roles missing-field'],
  ])('refuses %j', (change, fault) => {
    expect(faultsOf({ ...smallest, ...change })).toContain(fault);
  });

  it('refuses an error code that is listed twice', () => {
    const errors = [
      { code: 'A', retryable: true },
      { code: 'B', retryable: true },
      { code: 'A', retryable: false },
    ];
    expect(faultsOf({ ...smallest, errors })).toEqual(['/errors/2/code duplicate']);
  });

  it('refuses what is no object', () => {
    expect(faultsOf([])).toEqual([' wrong-type']);
    expect(faultsOf(null)).toEqual([' wrong-type']);
  });
});

describe('the contract digest', () => {
  it('is that of the contract fields as sent and of nothing else', () => {
    const digest = contractDigest(contractOf(smallest));
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const turned = objectOf(Object.entries(smallest).reverse());
    expect(contractDigest(contractOf(turned))).toBe(digest);
    const around = { owner: 'a', proposed: ['/timeout_ms'], aliases: ['b'], changes: [] };
    expect(contractDigest(contractOf({ ...smallest, ...around }))).toBe(digest);
  });

  it('changes with every contract field, and an absent field is not an empty one', () => {
    const variants: Json[] = [
      smallest,
      { ...smallest, title: 'T' },
      { ...smallest, tags: [] },
      { ...smallest, tags: ['a', 'b'] },
      { ...smallest, tags: ['b', 'a'] },
      { ...smallest, mcp: {} },
      { ...smallest, errors: [] },
      { ...smallest, timeout_ms: 1 },
      { ...smallest, implementation: 'git:1' },
      { ...smallest, output_schema: true },
    ];
    const digests = variants.map((manifest) => contractDigest(contractOf(manifest)));
    expect(new Set(digests).size).toBe(variants.length);
  });
});
