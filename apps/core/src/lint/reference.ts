import { LINT_LEVELS, type LintLevel, type LintRule } from './lint-rule.js';
import { LINT_RULES } from './rules.js';

const INTRODUCTION = `# The lint rules

What makes a tool hard or dangerous for an agent to call. Lint never refuses a registration: what it
finds is answered with it. Its errors are gates that refuse to submit a version, unless a reviewer
waives them. The page is made of the rules themselves (\`npm run docs:write\`), and
\`quartermaster explain <id>\` prints one entry.`;

const HEADINGS: Readonly<Record<LintLevel, string>> = {
  error: 'Errors: the version is not submitted',
  warning: 'Warnings: worth a change',
  note: 'Notes: said for the record',
};

/** The reference page of the lint rules in Markdown, by level and then by id. */
export const lintReference = (): string => {
  const sections = LINT_LEVELS.flatMap((level) => {
    const rules = LINT_RULES.filter((rule) => rule.level === level);
    if (rules.length === 0) return [];
    const entries = [...rules].sort((one, other) => (one.id < other.id ? -1 : 1)).map(entryOf);
    return [[`## ${HEADINGS[level]}`, ...entries].join('\n\n')];
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
};

const entryOf = ({ id, message, remedy, reference, examples }: LintRule): string =>
  [
    `### ${id}`,
    message,
    [
      `- Remedy: ${remedy}`,
      `- Why: ${reference}`,
      ...examples.map(({ title, finds }) => `- Example: ${title} (${placesOf(finds)})`),
    ].join('\n'),
  ].join('\n\n');

const placesOf = (finds: readonly string[]): string =>
  finds.length === 0 ? 'nothing' : finds.map((path) => `\`${path}\``).join(', ');
