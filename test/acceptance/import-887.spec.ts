import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { makeCaller } from '../support/caller.js';
import { listeningAddress, runCli } from '../support/cli.js';
import { sharedData } from '../support/shared-data.js';

const folder = sharedData('mcp-tools');
const describeWithData = folder === null ? describe.skip : describe;

interface Report {
  readonly totals: Record<string, number>;
  readonly servers: readonly { readonly tools: readonly Record<string, unknown>[] }[];
}

describeWithData(
  'the tools of published servers (skipped without the outside data mcp-tools/)',
  () => {
    let app: TestApp;
    let files: string[];
    let env: Record<string, string>;

    beforeAll(async () => {
      app = await startApp();
      const { token } = await makeCaller(app, { permissions: ['publish'], namespaces: ['*'] });
      env = { QM_URL: await listeningAddress(app), QM_TOKEN: token };
      const names = await readdir(folder ?? '');
      files = names
        .filter((name) => name.endsWith('.json') && name !== 'INDEX.json')
        .map((name) => join(folder ?? '', name));
    });
    afterAll(() => app.stop());

    const importAll = async (): Promise<Report> => {
      const argv = ['import', 'tools-list', ...files, '--owner', 'platform', '--json'];
      const { out } = await runCli(argv, env);
      return JSON.parse(out) as Report;
    };

    it('import with every outcome explained, and are unchanged the second time', async () => {
      expect(files).toHaveLength(31);
      const first = await importAll();
      const { created = 0, quarantined = 0, tools = 0 } = first.totals;
      expect(tools).toBe(887);
      expect(created + quarantined).toBe(887);
      const aside = first.servers
        .flatMap((server) => server.tools)
        .filter(({ outcome }) => outcome === 'quarantined');
      for (const { code, message } of aside) {
        expect(code).toMatch(/^[a-z-]+$/);
        expect(message).not.toBe('');
      }
      expect(aside.map(({ tool_id, code }) => `${tool_id} ${code}`)).toMatchInlineSnapshot(`
     [
       "gitlab-mcp-server.create_or_update_file schema-invalid",
       "gitlab-mcp-server.search_repositories schema-invalid",
       "gitlab-mcp-server.create_repository schema-invalid",
       "gitlab-mcp-server.get_file_contents schema-invalid",
       "gitlab-mcp-server.push_files schema-invalid",
       "gitlab-mcp-server.create_issue schema-invalid",
       "gitlab-mcp-server.create_merge_request schema-invalid",
       "gitlab-mcp-server.fork_repository schema-invalid",
       "gitlab-mcp-server.create_branch schema-invalid",
     ]
    `);

      const second = await importAll();
      expect(second.totals).toEqual({ ...first.totals, created: 0, unchanged: created });
    }, 120_000);
  },
);
