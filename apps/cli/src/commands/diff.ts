import { Option, type Command } from 'commander';
import { classify } from '#core/compatibility/classify.js';
import { readComparable, type Comparable } from '#core/compatibility/comparable.js';
import { asJson, asMarkdown, asText } from '../compatibility/diff-text.js';
import { diffManifests } from '../compatibility/diff-manifests.js';
import {
  isTooSmall,
  manifestsJson,
  manifestsMarkdown,
  manifestsText,
} from '../compatibility/manifests-text.js';
import { readDocument } from '../documents/read-document.js';
import { CommandEnd, EXIT, usageFailure } from '../exit-codes.js';
import { isManifestFile } from '../manifests/is-manifest-file.js';
import { loadWholeManifests } from '../manifests/load-manifests.js';
import type { Terminal } from '../output/terminal.js';
import type { Session } from '../session.js';

interface Options {
  readonly format: 'text' | 'json' | 'markdown';
  readonly side: 'input' | 'output';
  readonly output: 'strict' | 'covariant';
  readonly json?: true;
}

const EXAMPLES = `
Both are manifest files (or folders with a quartermaster.yaml), single manifests,
tools as an MCP server lists them, or JSON Schemas, in JSON or YAML. Titles and
descriptions that have changed count as major unless the manifest declares them
under "changes". Nothing is sent anywhere.

Exit codes: 0 no major change, 1 a major change, 2 a file cannot be read. Of manifest
files, whose tools have numbers: 1 where a number is too small for its change.

Examples:
  $ quartermaster diff before.json after.json
  $ git worktree add /tmp/main main && quartermaster diff /tmp/main .
  $ quartermaster diff before.yaml after.yaml --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ quartermaster diff old-answer.json new-answer.json --side output`;

/** `quartermaster diff`: which bump the step from one file to the other takes, and why. */
export const register = (program: Command, session: Session): void => {
  program
    .command('diff')
    .description('say which version step a change needs, with a counter-example for each break')
    .argument('<old>', 'the file before')
    .argument('<new>', 'the file after')
    .addOption(
      new Option('--format <format>', 'how to print it')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .addOption(
      new Option('--side <side>', 'what two plain schemas describe')
        .choices(['input', 'output'])
        .default('input'),
    )
    .addOption(
      new Option('--output <compatibility>', 'which changes of an output are tolerated')
        .choices(['strict', 'covariant'])
        .default('strict'),
    )
    .option('--json', 'the same as --format json')
    .addHelpText('after', EXAMPLES)
    .action((old: string, now: string, options: Options) => runDiff([old, now], options, session));
};

async function runDiff(
  files: readonly [string, string],
  { json, ...options }: Options,
  { terminal }: Session,
): Promise<void> {
  const asked: Options = json === true ? { ...options, format: 'json' } : options;
  const kinds = await Promise.all(files.map(isManifestFile));
  if (kinds.every((isOne) => isOne)) return diffFiles(files, asked, terminal);
  if (kinds.some((isOne) => isOne)) throw usageFailure('Only one of the two is a manifest file.');
  return diffDocuments(files, asked, terminal);
}

async function diffFiles(
  [oldFile, newFile]: readonly [string, string],
  { format, output }: Options,
  terminal: Terminal,
): Promise<void> {
  const before = await loadWholeManifests([oldFile]);
  const after = await loadWholeManifests([newFile]);
  const diffs = diffManifests(before.tools, after.tools, output);
  const printed = {
    text: () => manifestsText(terminal, diffs),
    json: () => manifestsJson(diffs),
    markdown: () => manifestsMarkdown(diffs),
  };
  terminal.out(printed[format]());
  if (diffs.some(isTooSmall)) throw new CommandEnd(EXIT.refused);
}

async function diffDocuments(
  [oldFile, newFile]: readonly [string, string],
  { format, side, output }: Options,
  terminal: Terminal,
): Promise<void> {
  const before = await comparableFrom(oldFile, side);
  const after = await comparableFrom(newFile, side);
  if (before.kind !== after.kind) {
    throw usageFailure(`${oldFile} is a ${before.kind} and ${newFile} a ${after.kind}.`);
  }
  const classification = classify(before.contract, after.contract, {
    outputCompatibility: output,
    changes: after.changes,
  });
  const printed = {
    text: () => asText(terminal, classification),
    json: () => asJson(classification),
    markdown: () => asMarkdown(classification),
  };
  terminal.out(printed[format]());
  if (classification.bump === 'major') throw new CommandEnd(EXIT.refused);
}

async function comparableFrom(
  file: string,
  side: 'input' | 'output',
): Promise<Extract<Comparable, { ok: true }>> {
  const comparable = readComparable(await readDocument(file), side);
  if (comparable.ok) return comparable;
  const faults = comparable.errors.map(({ pointer, message }) => `  ${pointer || '/'} ${message}`);
  throw usageFailure(`${file} cannot be compared:\n${faults.join('\n')}`);
}
