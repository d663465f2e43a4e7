import { readFile } from 'node:fs/promises';
import { adminOf } from '../support/caller.js';
import { startApp, type TestApp } from '../support/app.js';
import { listeningAddress, runCli } from '../support/cli.js';

interface Example {
  readonly command: string;
  readonly output: string;
}

/** Every `$ quartermaster …` of the page with what it says below it. */
const examplesIn = (page: string): Example[] =>
  [...page.matchAll(/^```console\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^\$ quartermaster /m)
      .filter((text) => text !== '')
      .map((text) => {
        const [command = '', ...output] = text.split('\n');
        return { command, output: output.join('\n').trim() };
      }),
  );

describe('docs/cli.md', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('shows what the commands say', async () => {
    const examples = examplesIn(await readFile('docs/cli.md', 'utf8'));
    expect(examples.length).toBeGreaterThan(0);
    const env = { QM_URL: await listeningAddress(app), QM_TOKEN: adminOf(app).token };
    const told: Example[] = [];
    for (const { command } of examples) {
      const { out, err } = await runCli(command.split(' '), env);
      told.push({ command, output: `${out}\n${err}`.trim() });
    }
    expect(told).toEqual(examples);
  });

  it('quotes the profile that it names', async () => {
    const profile = await readFile('docs/examples/weather.profile.yaml', 'utf8');
    expect(await readFile('docs/cli.md', 'utf8')).toContain('```yaml\n' + profile + '```');
  });
});
