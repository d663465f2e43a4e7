// One row for each family of large and hostile schemas, each answered by a process of its own.
import { execFileSync } from 'node:child_process';
import { table } from './print.mjs';

const CHILD = new URL('./hostile-one.mjs', import.meta.url).pathname;
const TYPESCRIPT = new URL('../../support/register-typescript.mjs', import.meta.url).href;

const run = (at) =>
  JSON.parse(execFileSync(process.execPath, ['--import', TYPESCRIPT, CHILD, String(at)]));

/** What the comparison of two contracts takes where nothing has been compared before. */
export const printHostile = () => {
  const rows = [];
  for (let at = 0, count = 1; at < count; at += 1) {
    const found = run(at);
    count = found.count;
    rows.push([found.name, found.bump, found.rule, found.ms, found.cpu, found.megabytes]);
  }
  console.log(table(['family', 'bump', 'first finding', 'ms', 'CPU ms', 'MiB'], rows));
};
