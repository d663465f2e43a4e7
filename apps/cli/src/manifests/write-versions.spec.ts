import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadManifests } from './load-manifests.js';
import { writeVersions } from './write-versions.js';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quartermaster-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const tool = (id: string, version = ''): string =>
  `  - {tool_id: ${id}, ${version}description: x, input_schema: {type: object}, side_effect: false, idempotent: true, timeout_ms: 1, target: {kind: none}}\n`;

/** Writes these numbers, by tool_id, into the file, and gives what it holds then. */
const written = async (text: string, numbers: Record<string, string>): Promise<string> => {
  const file = join(folder, 'quartermaster.yaml');
  writeFileSync(file, text);
  const { tools, faults } = await loadManifests([file]);
  expect(faults).toEqual([]);
  await writeVersions(
    tools.map(({ tool_id, version, locateVersion }) => {
      return { tool_id, at: locateVersion(), from: version, to: numbers[tool_id] ?? version };
    }),
  );
  return readFileSync(file, 'utf8');
};

describe('numbers written into a manifest', () => {
  it('replace the old ones where they stand and nothing else', async () => {
    const text = `defaults:\n  version: '1.0.0' # 1.0.0 was first\ntools:\n${tool('a.b')}${tool('a.c', 'version: 1.0.0, ')}`;
    expect(await written(text, { 'a.b': '1.1.0', 'a.c': '2.0.0' })).toBe(
      text.replace("'1.0.0'", "'1.1.0'").replace('version: 1.0.0, ', 'version: 2.0.0, '),
    );
  });

  it('are refused where two tools share one and need different ones', async () => {
    const text = `defaults: {version: 1.0.0}\ntools:\n${tool('a.b')}${tool('a.c')}`;
    await expect(written(text, { 'a.b': '1.1.0' })).rejects.toThrow('one version for all tools');
    expect(readFileSync(join(folder, 'quartermaster.yaml'), 'utf8')).toBe(text);
  });
});
