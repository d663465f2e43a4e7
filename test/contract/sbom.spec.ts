import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = 'node_modules/';

interface Component {
  readonly purl: string;
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes: readonly { readonly alg?: string; readonly content: string }[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

const sbom = JSON.parse(
  execFileSync(process.execPath, ['deploy/sbom.mjs'], { cwd: ROOT, encoding: 'utf8' }),
) as Sbom;

/** The packages that package.json asks for and all that these ask for, as Node finds them. */
const neededAtRunTime = (): string[] => {
  const { packages } = readJson<{
    packages: Record<string, { version?: string; dependencies?: object; optional?: true }>;
  }>('package-lock.json');
  const found = new Map<string, string>();
  const visit = (from: string, name: string): void => {
    const steps = from === '' ? [''] : ['', ...prefixesOf(from)];
    const path = steps
      .reverse()
      .map((step) => `${step}${MODULES}${name}`)
      .find((each) => each in packages);
    const entry = path === undefined ? undefined : packages[path];
    if (path === undefined || entry === undefined || entry.optional || found.has(path)) return;
    found.set(path, `pkg:npm/${name.replace('@', '%40')}@${entry.version ?? ''}`);
    for (const next of Object.keys(entry.dependencies ?? {})) visit(path, next);
  };
  for (const name of Object.keys(packages['']?.dependencies ?? {})) visit('', name);
  return [...new Set(found.values())].sort();
};

/** `node_modules/a/node_modules/b` → that of a, and its own, each with a slash behind. */
const prefixesOf = (path: string): string[] => {
  const parts = path.split(`/${MODULES}`);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join(`/${MODULES}`)}/`);
};

describe('the list of what is shipped', () => {
  it('names each package that runs, transitive ones as well', () => {
    const listed = new Set(sbom.components.map(({ purl }) => purl));
    expect(neededAtRunTime().filter((purl) => !listed.has(purl))).toEqual([]);
    expect(listed.size).toBeGreaterThan(100);
    expect(listed.size).toBe(sbom.components.length);
  });

  it('tells the licence and the digest of each', () => {
    expect(sbom.bomFormat).toBe('CycloneDX');
    for (const { purl, licenses, hashes } of sbom.components) {
      expect([purl, licenses]).toEqual([purl, [{ expression: expect.stringMatching(/./) }]]);
      expect([purl, hashes]).toEqual([
        purl,
        [{ alg: expect.any(String), content: expect.stringMatching(/^[0-9a-f]{40,128}$/) }],
      ]);
    }
  });

  it('leads to each of them from the service', () => {
    const graph = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const visit = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const next of graph.get(ref) ?? []) visit(next);
    };
    visit(sbom.dependencies[0]?.ref ?? '');
    expect(
      sbom.components.filter(({ purl }) => !reached.has(purl)).map(({ purl }) => purl),
    ).toEqual([]);
  });
});
