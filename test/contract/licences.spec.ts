import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

interface Locked {
  readonly license?: string;
  /** Reached through development dependencies alone. */
  readonly dev?: true;
  /** Reached through those and through optional peers: never in what is shipped. */
  readonly devOptional?: true;
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

const FREE = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD']);

/** What ships under another licence, and why it may; docs/decisions.md says the same. */
const SHIPPED_OTHERWISE = new Map([
  [
    'argparse Python-2.0',
    'the licence of CPython, permissive; js-yaml brings it for @nestjs/swagger',
  ],
]);

/** What an installation with all tools holds beyond that; the image and `--omit=dev` leave it out. */
const TOOLS_OTHERWISE = new Map([
  ['@visx/vendor MIT and ISC', 'both free, in words that are no SPDX expression; of Prisma Studio'],
  ['elkjs EPL-2.0', 'of Prisma Studio, which the command line of Prisma brings'],
  ['postgres Unlicense', 'in the public domain; of the command line of Prisma'],
  ['robust-predicates Unlicense', 'in the public domain; of Prisma Studio'],
  ['seq-queue none stated', 'its LICENSE file is MIT; of the command line of Prisma'],
  ['graceful-fs BlueOak-1.0.0', 'permissive; of jest and of the command line of Prisma'],
]);

const otherwise = (wanted: (entry: Locked) => boolean): string[] => {
  const named = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && entry.dev !== true && wanted(entry))
    .filter(([, { license }]) => license === undefined || !FREE.has(license))
    .map(
      ([path, { license }]) =>
        `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${license ?? 'none stated'}`,
    );
  return [...new Set(named)].sort();
};

describe('the licences of the dependencies', () => {
  it('are free ones in all that is shipped, but for the named exceptions', () => {
    const found = otherwise(({ devOptional }) => devOptional !== true);
    expect(found).toEqual([...SHIPPED_OTHERWISE.keys()].sort());
  });

  it('are known of every tool that an optional peer would bring', () => {
    const found = otherwise(({ devOptional }) => devOptional === true);
    expect(found).toEqual([...TOOLS_OTHERWISE.keys()].sort());
  });

  it('have each exception explained in docs/decisions.md', () => {
    const decisions = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8');
    for (const name of SHIPPED_OTHERWISE.keys()) {
      expect(decisions).toContain(`\`${name.split(' ')[0] ?? ''}\``);
    }
  });
});
