import type { Command } from 'commander';
import { linesOf, piecesOf } from '../audit/lines.js';
import { keptIn, type Handed } from '../audit/checkpoint-texts.js';
import { keysIn, keysOfService, type PublicKeys } from '../audit/public-keys.js';
import { verdictText, type KeySource } from '../audit/verdict-text.js';
import { verifyTrail, type Outcome } from '../audit/verify-trail.js';
import { allPages } from '../catalog/all-pages.js';
import { repeated } from '../catalog/caller-options.js';
import { textAt } from '../catalog/fields.js';
import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal } from '../client/problem.js';
import { CommandEnd, EXIT, usageFailure } from '../exit-codes.js';
import { paint } from '../output/terminal.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly file?: string;
  readonly checkpoints?: string;
  readonly publicKey?: readonly string[];
  readonly json?: true;
}

const EXAMPLES = `
Every hash is computed here, from what the service or the file says. Ends with 1 where the
trail is broken, and names the first event that does not fit: altered, missing, inserted,
reordered, truncated, or forked from what was signed.

Examples:
  $ quartermaster audit verify
  $ quartermaster audit verify --checkpoints kept.jws --public-key key.pem
  $ quartermaster audit verify --file events.jsonl --checkpoints kept.jws --public-key key.pem`;

/** `quartermaster audit verify`: recomputes the trail, and holds it against what was signed. */
export const register = (audit: Command, session: Session): void => {
  audit
    .command('verify')
    .description('recompute the audit trail, of the service or of an exported file')
    .option('--file <path>', 'an exported file, without the service')
    .option('--checkpoints <path>', 'checkpoints that were kept elsewhere, one a line')
    .option('--public-key <path>', 'the key that they are signed with; repeatable', repeated)
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(options, session));
};

async function run(options: Options, session: Session): Promise<void> {
  const { file, checkpoints, publicKey = [], json } = options;
  if (file !== undefined && checkpoints !== undefined && publicKey.length === 0) {
    throw usageFailure(
      'Checkpoints prove nothing without the key that signed them.',
      'Give --public-key with it; `quartermaster audit keys` asks the service for it.',
    );
  }
  const given = publicKey.length === 0 ? null : await keysIn(publicKey);
  const kept = checkpoints === undefined ? [] : await keptIn(checkpoints);
  const asked =
    file === undefined
      ? await fromService(clientOf(session), kept, given)
      : { outcome: await verifyTrail(linesOf(piecesOf(file)), kept, given), service: false };
  const source: KeySource = given !== null ? 'given' : asked.service ? 'service' : 'none';
  report(asked.outcome, source, json === true, session);
}

async function fromService(
  client: ApiClient,
  kept: readonly Handed[],
  given: PublicKeys | null,
): Promise<{ readonly outcome: Outcome; readonly service: boolean }> {
  // Before the export: a checkpoint may be of the event that it ends with, and of none after it.
  const stored = await storedCheckpoints(client);
  const keys = given ?? (await keysOfService(client));
  const lines = linesOf(await client.open('/v1/audit-events/export'));
  return { outcome: await verifyTrail(lines, [...kept, ...stored], keys), service: true };
}

/** None for an auditor of some namespaces, whom checkpoints would tell of the others. */
async function storedCheckpoints(client: ApiClient): Promise<Handed[]> {
  try {
    const rows = await allPages(client, '/v1/audit-events/checkpoints');
    return rows.map((row) => ({ text: textAt(row, 'checkpoint') ?? '', from: 'the service' }));
  } catch (error) {
    if (error instanceof ApiRefusal && error.problem.code === 'permission-missing') return [];
    throw error;
  }
}

function report(outcome: Outcome, source: KeySource, json: boolean, { terminal }: Session): void {
  if (outcome.kind === 'not-genuine') {
    const { reason } = outcome;
    terminal.out(
      json
        ? JSON.stringify({ valid: false, broken: { kind: 'not-genuine', reason } }, null, 2)
        : `${paint(terminal, 'red', 'A checkpoint is not genuine:')} ${reason}.`,
    );
    throw new CommandEnd(EXIT.refused);
  }
  const { verdict, header } = outcome;
  terminal.out(
    json
      ? JSON.stringify({ ...verdict, keys: source, namespaces: header.namespaces }, null, 2)
      : verdictText(terminal, verdict, header, source),
  );
  if (!verdict.valid) throw new CommandEnd(EXIT.refused);
}
