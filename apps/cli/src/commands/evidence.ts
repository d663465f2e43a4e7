import { Argument, type Command } from 'commander';
import { EVIDENCE_KINDS, type EvidenceKind } from '#core/lifecycle/readiness.js';
import type { JsonObject } from '#core/json/value.js';
import { asObject } from '../catalog/fields.js';
import { versionPath } from '../catalog/paths.js';
import { versionsNamed } from '../catalog/versions-named.js';
import { runOfReport } from '../evidence/run-of-report.js';
import { usageFailure } from '../exit-codes.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly manifest?: string | true;
  readonly junit?: string;
  readonly url?: string;
  readonly passedAt?: string;
  readonly summary?: string;
  readonly json?: true;
}

const EXAMPLES = `
In GitHub Actions and GitLab CI the address of the run is known; elsewhere give --url.

Examples:
  $ quartermaster evidence test --junit report.xml --manifest
  $ quartermaster evidence smoke support.create_ticket@1.3.0 --url https://ci.example.com/runs/9`;

/** `quartermaster evidence`: puts a run that passed on record. */
export const register = (program: Command, session: Session): void => {
  program
    .command('evidence')
    .description('put a test or smoke run that passed on record for versions')
    .addArgument(new Argument('<kind>', 'what ran').choices(EVIDENCE_KINDS))
    .argument('[version...]', 'as tool_id@version')
    .option('--manifest [file]', 'every version of a manifest file instead')
    .option('--junit <file>', 'the report of the run; one with failures is refused')
    .option('--url <address>', 'where the run can be seen')
    .option('--passed-at <time>', 'when it passed; that of the report, else now')
    .option('--summary <text>', 'in a few words; the counts of the report unless given')
    .option('--json', 'what is on record then, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((kind: EvidenceKind, names: string[], options: Options) =>
      run(kind, names, options, session),
    );
};

async function run(
  kind: EvidenceKind,
  names: readonly string[],
  options: Options,
  session: Session,
): Promise<void> {
  const { terminal } = session;
  const versions = await versionsNamed(names, options.manifest);
  const body = await evidenceOf(kind, options, session);
  const client = clientOf(session);
  const given: JsonObject[] = [];
  for (const version of versions) {
    const path = `${versionPath(version)}/evidence`;
    const answer = await client.send({ method: 'POST', path, body, once: true });
    given.push({ tool_id: version.tool_id, version: version.version, ...asObject(answer.body) });
    if (options.json !== true) {
      terminal.out(`${version.tool_id} ${version.version}  ${kind} run on record`);
    }
  }
  if (options.json === true) terminal.out(JSON.stringify({ evidence: given }, null, 2));
}

async function evidenceOf(
  kind: EvidenceKind,
  { junit, url, passedAt, summary }: Options,
  { settings, now }: Session,
): Promise<JsonObject> {
  const address = url ?? settings.runUrl;
  if (address === undefined) {
    throw usageFailure('nothing says where the run can be seen', 'Give its address with --url.');
  }
  const report = junit === undefined ? undefined : await runOfReport(junit);
  const told = summary ?? report?.summary;
  return {
    kind,
    url: address,
    passed_at: passedAt ?? report?.passed_at ?? new Date(now()).toISOString(),
    ...(told === undefined ? {} : { summary: told }),
  };
}
