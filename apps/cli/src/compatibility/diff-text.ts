import type { Bump, Classification } from '#core/compatibility/finding.js';
import type { NamedFinding } from '#core/versions/named-finding.js';
import { paint, type Terminal } from '../output/terminal.js';
import { shown } from '../output/text.js';

export const STYLE_OF_BUMP = {
  major: 'red',
  minor: 'yellow',
  patch: 'green',
  none: 'dim',
} as const satisfies Record<Bump, string>;

/** For people at a terminal: the bump, why, the instance that shows it, and what to do. */
export const asText = (terminal: Terminal, { bump, findings }: Classification): string => {
  const blocks = findings.map((finding) => findingLines(terminal, finding).join('\n'));
  const verdict = `Required bump: ${paint(terminal, STYLE_OF_BUMP[bump], bump)}`;
  return [...blocks, verdict].join('\n\n');
};

/** One finding; `place` is where it stands in a file, where that is known. */
export const findingLines = (terminal: Terminal, finding: Finding, place?: string): string[] => [
  [
    paint(terminal, STYLE_OF_BUMP[finding.bump], finding.bump.padEnd(5)),
    paint(terminal, 'bold', finding.rule),
    shown(finding.path),
    ...(place === undefined ? [] : [paint(terminal, 'dim', place)]),
  ].join('  '),
  `       ${shown(finding.message)}`,
  ...proofLines(finding.proof).map((line) => `       ${paint(terminal, 'dim', shown(line))}`),
  ...(finding.bump === 'major' ? [`       → ${finding.remedy}`] : []),
];

/** For a program: the members of a check result that need no stored version. */
export const asJson = ({ bump, findings, engine }: Classification): string =>
  JSON.stringify({ required_bump: bump, engine, changes: findings }, null, 2);

/** For a pull request. */
export const asMarkdown = ({ bump, findings, engine }: Classification): string => {
  const rows = findings.map(
    (finding) =>
      `| ${finding.bump} | \`${finding.rule}\` | ${code(finding.path)} | ${cell(finding.message)} | ${proofLines(finding.proof).map(cell).join('<br>')} |`,
  );
  const table = [
    '| bump | rule | where | what | evidence |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
  return [
    `### Required bump: ${bump}`,
    findings.length === 0 ? 'The two say the same.' : table.join('\n'),
    ...remediesOf(findings),
    `_Compatibility engine ${engine}_`,
  ].join('\n\n');
};

/** A finding, its sides named by their numbers or as before and after. */
type Finding = Omit<NamedFinding, 'side'>;

const remediesOf = (findings: readonly Finding[]): string[] => {
  const remedies = new Set(
    findings.filter(({ bump }) => bump === 'major').map(({ remedy }) => `- ${remedy}`),
  );
  return remedies.size === 0 ? [] : [`What to do:\n\n${[...remedies].join('\n')}`];
};

export const proofLines = (proof: Finding['proof']): string[] => {
  switch (proof.kind) {
    case 'proof':
      return ['proven for every instance'];
    case 'structural':
      return [];
    case 'undecided':
      return [`undecided: ${proof.reason}`];
    case 'witness':
      return [
        `valid ${proof.valid_under}, invalid ${proof.invalid_under}: ${shorten(JSON.stringify(proof.instance))}`,
        `(${proof.error})`,
      ];
  }
};

const MOST_CHARACTERS = 400;

const shorten = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;

/** Nothing in a cell may end it, be taken for markup, or call for somebody. */
export const cell = (text: string): string =>
  shown(text)
    .replace(/[\\`*_<>[\]|]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200B');

export const code = (text: string): string =>
  text === '' ? '' : `\`${shown(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
