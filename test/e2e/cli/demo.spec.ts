import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

const foldersOfDemos = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('quartermaster-demo-'));

describe('quartermaster demo', () => {
  it('tells the whole product and leaves nothing behind', async () => {
    const before = await foldersOfDemos();
    const { stdout, stderr } = await run(process.execPath, ['apps/quartermaster.mjs', 'demo']);
    expect(stderr).not.toContain('error');
    for (const told of [
      'POST /v1/registrations → 200, 11 drafts',
      'rita approves → review, 1 of 2 approvals',
      'omar approves → staging, 2 of 2 approvals',
      'knowledge__search_articles',
      '"tools":[],"total_eligible":0',
      '422 bump-too-small',
      'Proof: this call is valid under 1.0.0',
      '/verification → valid',
    ]) {
      expect(stdout).toContain(told);
    }
    for (const stage of ['servable', 'role', 'tenant', 'task_type', 'risk']) {
      expect(stdout).toMatch(new RegExp(`^   \\S+ +${stage} `, 'm'));
    }
    expect(await foldersOfDemos()).toEqual(before);
  }, 120_000);
});
