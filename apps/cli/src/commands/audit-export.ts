import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal, Unreachable } from '../client/problem.js';
import { usageFailure } from '../exit-codes.js';
import { plural } from '../output/text.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly out: string;
  readonly since?: string;
  readonly until?: string;
  readonly afterSeq?: string;
  readonly json?: true;
}

const EXAMPLES = `
JSON Lines: what the export is, then each event byte for byte as it was written. The trail is
signed first where the service has a key for that, so that the file holds a checkpoint of its
last event. The file is there once all of it is.

Examples:
  $ quartermaster audit export --out events.jsonl
  $ quartermaster audit export --since 2026-11-01T00:00:00Z --out november.jsonl`;

/** `quartermaster audit export`: the trail as a file that `audit verify --file` reads. */
export const register = (audit: Command, session: Session): void => {
  audit
    .command('export')
    .description('write the audit trail into a file')
    .requiredOption('--out <path>', 'the file')
    .option('--since <time>', 'from the first event not before it')
    .option('--until <time>', 'up to the last event before it')
    .option('--after-seq <number>', 'only events after this one')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(options, session));
};

async function run(options: Options, session: Session): Promise<void> {
  const { out, since, until, afterSeq, json } = options;
  const client = clientOf(session);
  await signFirst(client);
  const asked = Object.entries({ since, until, after_seq: afterSeq }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const query = new URLSearchParams(Object.fromEntries(asked)).toString();
  const path = `/v1/audit-events/export${query === '' ? '' : `?${query}`}`;
  const lines = await write(out, await client.open(path));
  const { terminal } = session;
  const events = Math.max(0, lines - 1);
  terminal.out(
    json === true
      ? JSON.stringify({ file: out, events }, null, 2)
      : `${plural(events, 'event')} written to ${out}.`,
  );
}

/** A service without a key, or an auditor of some namespaces, exports all the same. */
async function signFirst(client: ApiClient): Promise<void> {
  try {
    await client.send({ method: 'POST', path: '/v1/audit-events/checkpoints', once: true });
  } catch (error) {
    if (error instanceof ApiRefusal && NO_SIGNATURE.has(error.problem.code)) return;
    throw error;
  }
}

const NO_SIGNATURE: ReadonlySet<string> = new Set(['signing-key-missing', 'permission-missing']);

/** Counts the lines that it wrote. */
async function write(out: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const part = `${out}.part`;
  let lines = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      for (const byte of piece) if (byte === LINE_FEED) lines += 1;
      yield piece;
    }
  };
  try {
    await pipeline(Readable.from(counted()), createWriteStream(part));
    await rename(part, out);
    return lines;
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Unreachable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${out} cannot be written: ${reason}`);
  }
}

const LINE_FEED = 10;
