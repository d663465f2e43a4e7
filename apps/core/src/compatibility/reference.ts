import { BUMPS, type Bump } from './finding.js';
import type { Rule } from './rule.js';
import { RULES } from './rules/index.js';

const INTRODUCTION = `# The compatibility rules

What may differ between two versions of a tool, and the bump that it takes. Every finding of a
check, a diff or a refusal names one of these rules. The page is made of the rules themselves
(\`npm run docs:write\`), and \`quartermaster explain <id>\` prints one entry.

Whether callers or consumers are hurt is never guessed from the text: the engine compares the sets
of instances, and shows one that passes under one version and fails under the other. What it cannot
tell counts as major.`;

const HEADINGS: Readonly<Record<Bump, string>> = {
  major: 'Major: somebody breaks',
  minor: 'Minor: more is promised',
  patch: 'Patch: nothing is promised or taken back',
  none: 'No bump: said for the record',
};

/** The reference page of all rules in Markdown, by bump and then by id. */
export const ruleReference = (): string => {
  const sections = [...BUMPS].reverse().map((bump) => {
    const rules = RULES.filter((rule) => rule.bump === bump);
    return [`## ${HEADINGS[bump]}`, ...rules.map(entryOf)].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
};

const entryOf = (rule: Rule): string =>
  [
    `### ${rule.id}`,
    rule.summary,
    [
      `- Where: ${whereOf(rule)}`,
      `- Bump: ${bumpOf(rule)}`,
      `- Remedy: ${rule.remedy}`,
      `- See: <${rule.reference}>`,
      ...rule.examples.map(({ title, finds }) => `- Example: ${title} (${foundOf(finds)})`),
    ].join('\n'),
  ].join('\n\n');

const whereOf = ({ side, aspect }: Rule): string => {
  const place = side === 'any' ? 'input, output and contract' : side;
  return `${place}, ${aspect.replaceAll('-', ' ')}`;
};

const bumpOf = ({ bump, toleratedBump }: Rule): string =>
  toleratedBump === undefined
    ? bump
    : `${bump}; ${toleratedBump} where outputs may change covariantly and old consumers can read it`;

const foundOf = (finds: readonly string[]): string =>
  finds.length === 0 ? 'nothing' : finds.map((id) => `\`${id}\``).join(', ');

/** One rule by its id. */
export const ruleById = (id: string): Rule | undefined => RULES.find((rule) => rule.id === id);
