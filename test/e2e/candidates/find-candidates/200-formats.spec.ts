import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { DETAILS, FORMATS } from '#core/candidates/request-schema.js';
import type { JsonObject } from '#core/json/value.js';
import { validate } from '#core/schema/validator.js';
import { CANDIDATES_SCHEMA } from '../../../../apps/api/src/features/candidates/candidates.schemas.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { offer } from '../../../support/offers.js';

const LONG = 'Writes what it is told into the journal of the shift. '.repeat(30);

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
  });
  for (const name of ['a', 'b', 'c']) {
    await offer(app, `journal.${name}`, {
      title: 'Journal',
      description: LONG,
      input_schema: {
        type: 'object',
        properties: { note: { type: 'string', maxLength: 20 } },
        required: ['note'],
      },
    });
  }
});
afterAll(() => app.stop());

const answerTo = async (more: object = {}) =>
  (
    await agent
      .post('/v1/candidates')
      .send({ roles: ['operator'], task_type: 'support', ...more })
      .expect(200)
  ).body;

describe('the format of an answer', () => {
  it.each([
    ['mcp', (tool: Shape) => tool.name, 'journal.a', {}],
    ['openai', (tool: Shape) => tool.function?.name, 'journal__a', { journal__a: 'journal.a' }],
    ['anthropic', (tool: Shape) => tool.name, 'journal__a', { journal__a: 'journal.a' }],
    ['gemini', (tool: Shape) => tool.name, 'journal__a', { journal__a: 'journal.a' }],
  ])('%s has a name for each tool, and names lead back', async (format, nameOf, name, names) => {
    const body = await answerTo({ format, top_k: 1 });
    expect(body.tools.map(nameOf)).toEqual([name]);
    expect(body.names).toEqual(names);
  });

  it('says in _meta of mcp what governs the tool', async () => {
    const { tools } = await answerTo({ format: 'mcp', top_k: 1 });
    expect(tools[0]._meta).toEqual({
      'quartermaster/tool_version': '1.0.0',
      'quartermaster/contract_digest': expect.stringMatching(/^sha256:/),
      'quartermaster/risk_level': 'L0',
      'quartermaster/requires_approval': false,
    });
  });

  it('is short as a summary', async () => {
    const { tools } = await answerTo({ detail: 'summary', top_k: 1 });
    expect(tools[0]).toMatchObject({ tool_id: 'journal.a', required_parameters: ['note'] });
    expect(tools[0]).not.toHaveProperty('input_schema');
    expect(tools[0].description.length).toBeLessThanOrEqual(160);
  });

  it.each(FORMATS.flatMap((format) => DETAILS.map((detail) => ({ format, detail }))))(
    'fits what the OpenAPI document says of it: %j',
    async (form) => {
      const body = await answerTo({ ...form, query: 'journal', max_tokens: 10_000 });
      expect(body.tools).toHaveLength(3);
      expect(validate(CANDIDATES_SCHEMA as JsonObject, body)).toMatchObject({ errors: [] });
    },
  );

  it('carries the note of the platform below the description', async () => {
    await adminOf(app).patch('/v1/tools/journal.c').send({ note: 'Not at night.' }).expect(200);
    const { tools } = await answerTo();
    expect(tools[2].description).toBe(`${LONG}\n\nNot at night.`);
    expect((await answerTo({ query: 'night', top_k: 1 })).tools[0].tool_id).toBe('journal.c');
  });
});

describe('a budget of tokens', () => {
  it.each(['native', 'openai'])('drops the lowest-ranked until %s fits', async (format) => {
    const whole = await answerTo({ format, query: 'journal', max_tokens: 100_000 });
    expect(whole.tools).toHaveLength(3);
    expect(whole.truncated).toBe(false);
    expect(whole.tokens).toBeGreaterThanOrEqual(countTokens(JSON.stringify(whole.tools)));
    expect(whole.tokens).toBeLessThan(countTokens(JSON.stringify(whole.tools)) * 1.1);

    const most = whole.tokens - 1;
    const cut = await answerTo({ format, query: 'journal', max_tokens: most });
    expect(cut.tools).toEqual(whole.tools.slice(0, 2));
    expect(cut).toMatchObject({ total_eligible: 3, truncated: true });
    expect(cut.tokens).toBeLessThanOrEqual(most);
  });

  it('answers none where not even the first fits', async () => {
    expect(await answerTo({ max_tokens: 1 })).toMatchObject({
      tools: [],
      tokens: 0,
      total_eligible: 3,
      truncated: true,
    });
  });

  it('counts an endless word too, whose cost would grow with the square of its length', async () => {
    const text = { type: 'string', maxLength: 9, description: 'x'.repeat(200_000) };
    await offer(app, 'zzz.endless', { input_schema: { type: 'object', properties: { text } } });
    const body = await answerTo({ max_tokens: 1_000_000 });
    expect(body.tools).toHaveLength(4);
    expect(body.tokens).toBeGreaterThan(25_000);
  });
});

interface Shape {
  readonly name?: string;
  readonly function?: { readonly name: string };
}
