import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import { DETAILS, FORMATS } from '../request-schema.js';
import { namesOf, renderCandidate } from './render.js';
import { descriptor } from './sample-descriptor.js';

const input = descriptor().contract.input_schema;

/** The schema in a full entry, wherever the format has it. */
const schemaIn = (input_schema: JsonObject, format: 'openai' | 'anthropic' | 'gemini') => {
  const entry = renderCandidate(descriptor({ input_schema }), format, 'full');
  const inner = member(entry, 'function');
  return (
    member(isObject(inner) ? inner : entry, 'parameters') ??
    member(entry, 'input_schema') ??
    member(entry, 'parametersJsonSchema')
  );
};

const hostile: JsonObject = {
  type: 'object',
  properties: objectOf([
    ['__proto__', { type: 'string' }],
    ['constructor', { type: 'string' }],
  ]),
  required: ['__proto__'],
};

describe('the native form', () => {
  it('is always the same list of fields', () => {
    expect(Object.keys(renderCandidate(descriptor(), 'native', 'full'))).toEqual(
      `tool_id version title description tags input_schema output_schema annotations side_effect
       idempotent idempotency_key confirm_arguments timeout_ms errors risk_level requires_approval
       contract_digest deprecation`.split(/\s+/),
    );
  });

  it('says everything that a caller programs against', () => {
    const full = descriptor(
      {
        title: 'Create ticket',
        tags: ['support'],
        output_schema: true,
        annotations: { readOnlyHint: false },
        idempotency_key: { in: 'argument', name: 'request_id' },
        confirm_arguments: ['/subject'],
        errors: [{ code: 'FULL', retryable: true, description: 'Later.' }],
      },
      {
        note: 'Only in office hours.',
        deprecation: { reason: 'Old.', sunset_at: null, successor: 'support.new' },
      },
    );
    expect(renderCandidate(full, 'native', 'full')).toMatchObject({
      title: 'Create ticket',
      description: 'Create a ticket.\n\nOnly in office hours.',
      output_schema: true,
      idempotency_key: { in: 'argument', name: 'request_id' },
      errors: [{ code: 'FULL', retryable: true, description: 'Later.' }],
      deprecation: { reason: 'Old.', sunset_at: null, successor: 'support.new' },
    });
  });

  it('ends with score and reasons where there was a query', () => {
    const found = descriptor({}, { score: 1.2, reasons: [{ field: 'name', terms: ['ticket'] }] });
    for (const detail of DETAILS) {
      expect(Object.entries(renderCandidate(found, 'native', detail)).slice(-2)).toEqual([
        ['score', 1.2],
        ['reasons', [{ field: 'name', terms: ['ticket'] }]],
      ]);
    }
  });

  it('is one line and the required parameters in a summary', () => {
    const long = descriptor({ description: `${'Line one '.repeat(40)}\nLine two` });
    const summary = renderCandidate(long, 'native', 'summary');
    expect(summary).toMatchObject({ version: '1.2.0', required_parameters: ['subject'] });
    expect(String(summary['description'])).toMatch(/^Line one .*…$/);
    expect(String(summary['description']).length).toBeLessThanOrEqual(160);
  });
});

describe('the MCP form', () => {
  it('is a Tool with what its server and the catalog say of it', () => {
    const tool = descriptor({
      title: 'Create',
      output_schema: { type: 'object' },
      annotations: { destructiveHint: false },
      mcp: {
        execution: { taskSupport: 'optional' },
        icons: [{ src: 'https://a.example/i.png' }],
        _meta: { 'vendor/x': 1, 'quartermaster/risk_level': 'L0' },
      },
    });
    expect(renderCandidate(tool, 'mcp', 'full')).toEqual({
      name: 'support.create_ticket',
      title: 'Create',
      description: 'Create a ticket.',
      inputSchema: input,
      outputSchema: { type: 'object' },
      annotations: { destructiveHint: false },
      execution: { taskSupport: 'optional' },
      icons: [{ src: 'https://a.example/i.png' }],
      _meta: {
        'vendor/x': 1,
        'quartermaster/tool_version': '1.2.0',
        'quartermaster/contract_digest': 'sha256:00',
        'quartermaster/risk_level': 'L2',
        'quartermaster/requires_approval': false,
      },
    });
  });

  it.each<[string, Json]>([
    ['a boolean', true],
    ['a list', { type: 'array' }],
  ])('leaves out an output schema that the protocol does not know: %s', (_what, output_schema) => {
    expect(renderCandidate(descriptor({ output_schema }), 'mcp', 'full')).not.toHaveProperty(
      'outputSchema',
    );
  });
});

describe('the forms of model vendors', () => {
  const description = 'Create a ticket.';
  const name = 'support__create_ticket';

  it('are what their APIs take', () => {
    const tool = descriptor();
    expect(renderCandidate(tool, 'openai', 'full')).toEqual({
      type: 'function',
      function: { name, description, parameters: input },
    });
    expect(renderCandidate(tool, 'anthropic', 'full')).toEqual({
      name,
      description,
      input_schema: input,
    });
    expect(renderCandidate(tool, 'gemini', 'full')).toEqual({
      name,
      description,
      parametersJsonSchema: input,
    });
  });

  it('map their names back', () => {
    const ids = ['support.create_ticket', 'ping'];
    expect(namesOf(ids, 'gemini')).toEqual({ support__create_ticket: ids[0], ping: 'ping' });
    expect(namesOf(ids, 'native')).toEqual({});
    expect(namesOf(ids, 'mcp')).toEqual({});
  });

  it('say the same in what a client takes, for which it would refuse the whole request', () => {
    const draft = 'http://json-schema.org/draft-07/schema#';
    const input_schema: JsonObject = {
      type: 'object',
      properties: {
        a: { type: 'array' },
        b: { type: 'string', pattern: '^(?!x)', maxLength: 9 },
        c: { description: 'One.', $ref: '#/$defs/c' },
        pattern: { type: 'string' },
      },
      patternProperties: { '^\\p{L}$': true, '^x-': true },
      $defs: { c: { type: 'string' } },
    };
    expect(schemaIn(input_schema, 'openai')).toEqual({
      ...input_schema,
      properties: {
        ...(input_schema['properties'] as JsonObject),
        a: { type: 'array', items: {} },
        b: { type: 'string', maxLength: 9 },
      },
      patternProperties: { '^x-': true },
    });
    expect(schemaIn(input_schema, 'gemini')).toMatchObject({
      properties: { c: { description: 'One.', anyOf: [{ $ref: '#/$defs/c' }] } },
    });
    const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    const old: JsonObject = { $schema: draft, type: 'object', properties: { a: tuple } };
    expect(schemaIn(old, 'anthropic')).toMatchObject({
      properties: { a: { type: 'array', prefixItems: [{ type: 'string' }], items: false } },
    });
  });

  it('keep a description for OpenAI within what it takes, the note included', () => {
    const long = descriptor({ description: 'x'.repeat(5000) }, { note: 'Ask first.' });
    const text = JSON.stringify(renderCandidate(long, 'openai', 'full'));
    const shown = /"description":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '';
    const parsed: unknown = JSON.parse(`"${shown}"`);
    expect(parsed).toHaveLength(1024);
    expect(parsed).toMatch(/…\n\nAsk first\.$/);
  });
});

describe('every form', () => {
  const schemas = (value: Json): Json[] =>
    typeof value !== 'object' || value === null
      ? []
      : [value, ...Object.values(value).flatMap((child: Json) => schemas(child))];

  it.each(FORMATS)('%s passes schemas through untouched', (format) => {
    const entry = renderCandidate(descriptor({ input_schema: hostile }), format, 'full');
    expect(schemas(entry)).toContain(hostile);
    expect(JSON.stringify(entry)).toContain(JSON.stringify(hostile));
  });

  it.each(FORMATS)('%s never says roles, tenants or targets', (format) => {
    for (const detail of DETAILS) {
      expect(JSON.stringify(renderCandidate(descriptor(), format, detail))).not.toMatch(
        /secret|target|allowed/,
      );
    }
  });

  it.each(['mcp', 'openai', 'anthropic', 'gemini'] as const)(
    '%s keeps a summary valid: an object of the required parameters',
    (format) => {
      const text = JSON.stringify(
        renderCandidate(descriptor({ input_schema: hostile }), format, 'summary'),
      );
      expect(text).toContain(
        '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
      );
    },
  );
});
