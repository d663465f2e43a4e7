import { Option, type Command } from 'commander';
import { decide } from '#core/compatibility/subsumption/decide.js';
import type { Relation, Verdict } from '#core/compatibility/subsumption/verdict.js';
import { answerLine, dialectOfName } from '../compatibility/subsumption-rows.js';
import { readDocument } from '../documents/read-document.js';
import { readQuestion } from '../documents/read-question.js';
import { CommandEnd, EXIT, usageFailure } from '../exit-codes.js';
import { readText } from '../imports/read-files.js';
import { paint, type Terminal } from '../output/terminal.js';
import type { Session } from '../session.js';

interface Options {
  readonly relation: Relation;
  readonly root: 'input' | 'output' | 'bare';
  readonly dialect?: string;
  readonly batch?: string;
  readonly json?: true;
}

const EXAMPLES = `
Exit codes: 0 holds, 1 fails or undecided, 2 a file cannot be read. A batch ends
with 0 once every line has its answer.

Examples:
  $ quartermaster subsumes narrow.json wide.json
  $ quartermaster subsumes --relation declared old.json new.json
  $ quartermaster subsumes --batch pairs.jsonl     one {"id", "a", "b"} a line`;

/** `quartermaster subsumes`: does every instance of one schema satisfy the other? */
export const register = (program: Command, session: Session): void => {
  program
    .command('subsumes')
    .description('say whether every instance of schema a is valid under schema b')
    .argument('[a]', 'a JSON Schema, as JSON or YAML')
    .argument('[b]', 'another')
    .addOption(
      new Option('--relation <relation>', 'exactly as written, or closed to what they declare')
        .choices(['wire', 'declared'])
        .default('wire'),
    )
    .addOption(
      new Option('--root <root>', 'what the documents are: for the relation declared')
        .choices(['input', 'output', 'bare'])
        .default('bare'),
    )
    .option('--dialect <name>', 'of documents without $schema: draft-07 or 2020-12')
    .option('--batch <file>', 'answer each line {"id", "a", "b", "dialect"?} of a file')
    .option('--json', 'the verdict as JSON')
    .addHelpText('after', EXAMPLES)
    .action((a: string | undefined, b: string | undefined, options: Options) =>
      options.batch === undefined
        ? answerPair(a, b, options, session)
        : answerBatch(options.batch, options, session),
    );
};

async function answerPair(
  a: string | undefined,
  b: string | undefined,
  options: Options,
  { terminal }: Session,
): Promise<void> {
  if (a === undefined || b === undefined) {
    throw usageFailure('Two files are needed, or --batch with one.');
  }
  const [inner, outer] = [await readDocument(a, readQuestion), await readDocument(b, readQuestion)];
  const verdict = decide(inner, outer, questionOf(options));
  terminal.out(options.json === true ? JSON.stringify(verdict) : describe(terminal, verdict));
  if (verdict.verdict !== 'holds') throw new CommandEnd(EXIT.refused);
}

async function answerBatch(file: string, options: Options, { terminal }: Session): Promise<void> {
  const text = await readText(file);
  if (text === null) throw usageFailure(`${file} is not UTF-8 text.`);
  const question = questionOf(options);
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    terminal.out(JSON.stringify(answerLine(line, question, () => performance.now())));
  }
}

function questionOf({ relation, root, dialect }: Options) {
  if (dialect === undefined) return { relation, root };
  const known = dialectOfName(dialect);
  if (known === undefined) throw usageFailure(`${dialect} is not draft-07 or 2020-12.`);
  return { relation, root, dialect: known };
}

function describe(terminal: Terminal, verdict: Verdict): string {
  switch (verdict.verdict) {
    case 'holds':
      return `${paint(terminal, 'green', 'holds')}: every instance of a is valid under b (proven)`;
    case 'fails':
      return `${paint(terminal, 'red', 'fails')}: valid under a and not under b: ${JSON.stringify(verdict.witness)}`;
    case 'undecided':
      return `${paint(terminal, 'yellow', 'undecided')}: ${verdict.reason}`;
  }
}
