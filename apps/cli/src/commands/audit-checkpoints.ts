import { appendFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { member, type JsonObject } from '#core/json/value.js';
import { KEYS_PATH } from '../audit/public-keys.js';
import { allPages } from '../catalog/all-pages.js';
import { asObject, objectsAt, textAt } from '../catalog/fields.js';
import { readWholeNumber } from '../catalog/whole-number.js';
import { usageFailure } from '../exit-codes.js';
import { facts } from '../output/facts.js';
import { table } from '../output/table.js';
import { plural } from '../output/text.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly out?: string;
  readonly limit: number;
  readonly json?: true;
}

const CHECKPOINTS = '/v1/audit-events/checkpoints';

/** `quartermaster audit checkpoint`, `checkpoints` and `keys`: what was signed, and with what. */
export const register = (audit: Command, session: Session): void => {
  audit
    .command('checkpoint')
    .description('sign how the audit trail ends now')
    .option('--out <path>', 'add it to this file, to be kept where the service cannot write')
    .option('--json', 'as JSON')
    .action((options: Options) => runMake(options, session));
  audit
    .command('checkpoints')
    .description('list what was signed of the audit trail, the latest first')
    .option('--limit <count>', 'at most so many', readWholeNumber, 20)
    .option('--out <path>', 'write them into this file, one a line')
    .option('--json', 'as JSON')
    .action((options: Options) => runList(options, session));
  audit
    .command('keys')
    .description('the public keys that the service says it signs with')
    .option('--out <path>', 'write them into this file, for --public-key')
    .option('--json', 'as JSON')
    .action((options: Options) => runKeys(options, session));
};

async function runMake({ out, json }: Options, session: Session): Promise<void> {
  const answer = await clientOf(session).send({ method: 'POST', path: CHECKPOINTS, once: true });
  const made = asObject(answer.body);
  const { terminal } = session;
  if (out !== undefined) {
    await written(out, appendFile(out, `${textAt(made, 'checkpoint') ?? ''}\n`));
    terminal.err(`Added to ${out}.`);
  }
  if (json === true) {
    terminal.out(JSON.stringify(made, null, 2));
    return;
  }
  const [seq, head, at, key, text] = factsOf(made);
  terminal.out(
    facts(terminal, `The trail up to event ${seq}, signed.`, [
      ['head', head],
      ['at', at],
      ['key', key],
      ['checkpoint', text],
    ]),
  );
}

async function runList({ out, limit, json }: Options, session: Session): Promise<void> {
  const rows = await allPages(clientOf(session), CHECKPOINTS, {}, limit);
  const { terminal } = session;
  if (out !== undefined) {
    const lines = [...rows].reverse().map((row) => `${textAt(row, 'checkpoint') ?? ''}\n`);
    await written(out, writeFile(out, lines.join('')));
    terminal.err(`${plural(rows.length, 'checkpoint')} written to ${out}.`);
  }
  if (json === true) {
    terminal.out(JSON.stringify({ checkpoints: rows }, null, 2));
    return;
  }
  const columns = ['event', 'head', 'at', 'key'].map((head) => ({ head }));
  terminal.out(
    rows.length === 0
      ? 'Nothing was signed yet.'
      : table(
          terminal,
          columns,
          rows.map((row) => factsOf(row).slice(0, 4)),
        ),
  );
}

async function runKeys({ out, json }: Options, session: Session): Promise<void> {
  const answer = asObject((await clientOf(session).send({ method: 'GET', path: KEYS_PATH })).body);
  const { terminal } = session;
  const text = JSON.stringify(answer, null, 2);
  if (out !== undefined) {
    await written(out, writeFile(out, `${text}\n`));
    terminal.err(`${plural(objectsAt(answer, 'keys').length, 'key')} written to ${out}.`);
  }
  const keys = objectsAt(answer, 'keys').map((key) => textAt(key, 'kid') ?? '');
  terminal.out(json === true ? text : keys.join('\n') || 'There is no key.');
}

const factsOf = (row: JsonObject): [string, string, string, string, string] => {
  const seq = member(row, 'seq');
  const text = (name: string): string => textAt(row, name) ?? '';
  return [String(seq), text('head'), text('at'), text('key_id'), text('checkpoint')];
};

async function written(path: string, writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${path} cannot be written: ${reason}`);
  });
}
