import { Option, type Command } from 'commander';
import { classify } from '#core/compatibility/classify.js';
import { readComparable, type Comparable } from '#core/compatibility/comparable.js';
import { asJson, asMarkdown, asText } from '../compatibility/diff-text.js';
import { readDocument } from '../documents/read-document.js';
import { CommandEnd, EXIT, usageFailure } from '../exit-codes.js';
import type { Session } from '../session.js';

interface Options {
  readonly format: 'text' | 'json' | 'markdown';
  readonly side: 'input' | 'output';
  readonly output: 'strict' | 'covariant';
}

const EXAMPLES = `
Both files are manifests, tools as an MCP server lists them, or JSON Schemas, in
JSON or YAML. Titles and descriptions that have changed count as major unless the
manifest declares them under "changes".

Exit codes: 0 no major change, 1 a major change, 2 a file cannot be read.

Examples:
  $ quartermaster diff before.json after.json
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
    .addHelpText('after', EXAMPLES)
    .action((old: string, now: string, options: Options) => runDiff([old, now], options, session));
};

async function runDiff(
  [oldFile, newFile]: readonly [string, string],
  { format, side, output }: Options,
  { terminal }: Session,
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
