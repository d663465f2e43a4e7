import { readFile } from 'node:fs/promises';
import { startApp, type TestApp } from '../support/app.js';
import { makeCaller, type TestCaller } from '../support/caller.js';
import { pathOf } from '../support/catalog.js';

let app: TestApp;
let readme: string;
let pipeline: TestCaller;
let reviewer: TestCaller;
beforeAll(async () => {
  readme = await readFile('README.md', 'utf8');
  app = await startApp();
  pipeline = await makeCaller(app, { permissions: ['publish'], namespaces: ['support'] });
  reviewer = await makeCaller(app, { permissions: ['review'] });
});
afterAll(() => app.stop());

const TOOL = 'support.create_ticket';

const manifest = async (version: string): Promise<object> =>
  JSON.parse(await readFile(`docs/examples/create_ticket.${version}.json`, 'utf8')) as object;

/** The JSON block below a mark such as `<!-- answer: refused -->`. */
const answerShown = (name: string): object => {
  const block = new RegExp(`<!-- answer: ${name} -->\\s+\`\`\`json\\n([^]*?)\`\`\``).exec(readme);
  return JSON.parse(block?.[1] ?? 'null') as object;
};

/** The body that the page sends to the candidates. */
const requestShown = (): object =>
  JSON.parse(/v1\/candidates"[^]*?--data '(\{[^]*?\})'/.exec(readme)?.[1] ?? 'null') as object;

const goLive = async (): Promise<void> => {
  const path = pathOf(TOOL, '1.2.0');
  await pipeline
    .put(path)
    .send(await manifest('1.2.0'))
    .expect(201);
  const run = { url: 'https://ci.example.com/1', passed_at: new Date().toISOString() };
  const evidence = [
    { kind: 'test', ...run },
    { kind: 'smoke', ...run },
  ];
  await pipeline.post(`${path}/transitions`).send({ to: 'review', evidence }).expect(200);
  await reviewer.post(`${path}/transitions`).send({ to: 'staging' }).expect(200);
  await reviewer.post(`${path}/transitions`).send({ to: 'enabled' }).expect(200);
};

describe('the README', () => {
  beforeAll(goLive);

  it('shows the refused release as the service answers it', async () => {
    const answer = await pipeline.put(pathOf(TOOL, '1.3.0')).send(await manifest('1.3.0'));
    expect(answer.status).toBe(422);
    const { instance, check, ...standard } = answer.body as Record<string, object>;
    expect(instance).toEqual(expect.any(String));
    const leftOut = ['against', 'lint', 'next', 'notes', 'refusals'];
    const shown = Object.entries(check ?? {}).filter(([name]) => !leftOut.includes(name));
    expect({ ...standard, check: Object.fromEntries(shown) }).toEqual(answerShown('refused'));
  });

  it('shows the candidate request and its whole answer', async () => {
    const agent = await makeCaller(app, {
      permissions: ['candidates'],
      tenants: ['acme'],
      roles: ['operator'],
      max_risk: 'L3',
    });
    const answer = await agent.post('/v1/candidates').send(requestShown()).expect(200);
    expect(answer.body).toEqual(answerShown('candidates'));
  });

  it('names only files and scripts that are there', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, script = ''] of readme.matchAll(/npm run ([\w:]+)/g)) {
      expect(scripts).toHaveProperty([script]);
    }
    for (const [, path = ''] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      await expect(readFile(path)).resolves.toBeDefined();
    }
  });
});
