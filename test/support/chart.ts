import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export const CHART = join(ROOT, 'deploy/helm/quartermaster');
/** The chart with its defaults, for those who apply plain manifests. */
export const RENDERED = join(ROOT, 'deploy/kubernetes/quartermaster.yaml');

/** Of all files of the chart, by content. */
const chartDigest = (): string => {
  const hash = createHash('sha256');
  const names = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(CHART.length))
    .sort();
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(CHART, name)));
  return hash.digest('hex');
};

/** What the chart makes of some values; undefined where there is no helm. */
export const renderChart = (...more: readonly string[]): string | undefined => {
  const args = ['template', 'quartermaster', CHART, '--namespace', 'quartermaster', ...more];
  const result = spawnSync('helm', [...args, '--kube-version', '1.32.0'], { encoding: 'utf8' });
  if (result.error !== undefined) return undefined;
  if (result.status !== 0) throw new Error(result.stderr);
  return result.stdout;
};

/** How the file begins: it names the chart, so that one that is out of date shows without helm. */
export const chartHeader = (): string =>
  `# Written by \`npm run chart:render\` from deploy/helm/quartermaster, with its defaults.
# Chart: sha256:${chartDigest()}
`;
