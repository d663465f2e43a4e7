// `npm run --silent sbom > sbom.cdx.json`: a CycloneDX list of what the image holds, read from the lock
// file. npm's own `sbom` leaves out what a development tool needs as well.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { name, version, license } = read('package.json');
const { packages } = read('package-lock.json');

const HASHES = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** As `npm ci --omit=dev --omit=optional` installs it. */
const shipped = Object.entries(packages).filter(
  ([path, { dev, optional, devOptional }]) =>
    path !== '' && [dev, optional, devOptional].every((flag) => flag !== true),
);

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 13);

const purlOf = (path, { version }) =>
  `pkg:npm/${nameOf(path).replace('@', '%40')}@${version.replace('+', '%2B')}`;

/** What a package finds under a name: the nearest one on the way up, as Node does. */
const resolve = (from, wanted) => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${wanted}`;
    if (shipped.some(([each]) => each === path)) return path;
    if (at === '') return undefined;
    if (!at.includes('/node_modules/')) at = '';
  }
};

const componentOf = ([path, entry]) => {
  const [algorithm, digest] = entry.integrity.split('-', 2);
  const whole = nameOf(path);
  const [group, bare] = whole.startsWith('@') ? whole.split('/') : [undefined, whole];
  return {
    type: 'library',
    'bom-ref': purlOf(path, entry),
    ...(group === undefined ? {} : { group }),
    name: bare,
    version: entry.version,
    purl: purlOf(path, entry),
    licenses: [{ expression: entry.license }],
    hashes: [{ alg: HASHES[algorithm], content: Buffer.from(digest, 'base64').toString('hex') }],
  };
};

const dependenciesOf = ([path, entry]) => ({
  ref: purlOf(path, entry),
  dependsOn: neededBy(path, entry),
});

const neededBy = (path, { dependencies = {}, peerDependencies = {} }) => {
  const found = Object.keys({ ...dependencies, ...peerDependencies })
    .map((wanted) => resolve(path, wanted))
    .filter((each) => each !== undefined);
  return [...new Set(found.map((each) => purlOf(each, packages[each])))].sort();
};

const unique = (items, key) => [...new Map(items.map((item) => [item[key], item])).values()];

const ownRef = `pkg:npm/${name}@${version}`;
const sbom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': ownRef,
      name,
      version,
      licenses: [{ license: { id: license } }],
    },
  },
  components: unique(shipped.map(componentOf), 'purl'),
  dependencies: [
    { ref: ownRef, dependsOn: neededBy('', packages['']) },
    ...unique(shipped.map(dependenciesOf), 'ref'),
  ],
};

process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
