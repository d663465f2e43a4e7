import { CLIENT_PROFILES, LOOKED_UP, PROFILE_NAMES } from './client-profile.js';
import { LINT_LEVELS, type LintLevel, type LintRule } from './lint-rule.js';
import { LINT_RULES } from './rules.js';

const INTRODUCTION = `# The lint rules

What makes a tool hard or dangerous for an agent to call. Lint never refuses a registration: what it
finds is answered with it. Its errors are gates that refuse to submit a version, unless a reviewer
waives them. A deployment raises and lowers single rules, or leaves them out (\`QM_LINT_CONFIG\`). The
page is made of the rules themselves (\`npm run docs:write\`), and \`quartermaster explain <id>\` prints
one entry.`;

const CLIENTS = `# What single clients take

Each client takes a part of JSON Schema and its own lengths. A deployment chooses the clients that its
tools are made for (\`QM_LINT_PROFILES\`, left out: openai, anthropic and gemini), a repository in
\`quartermaster.yaml\`, a person with \`quartermaster lint --profile\`. Where a client would refuse a whole
request for one tool, the rule warns; a deployment can make an error of it. The names that the catalog
gives tools for clients are such as all of these take.`;

const HEADINGS: Readonly<Record<LintLevel, string>> = {
  error: 'Errors: the version is not submitted',
  warning: 'Warnings: worth a change',
  note: 'Notes: said for the record',
};

/** The reference page of the lint rules in Markdown: by level and id, then those of each client. */
export const lintReference = (): string => {
  const general = LINT_LEVELS.flatMap((level) =>
    section(
      `## ${HEADINGS[level]}`,
      LINT_RULES.filter((rule) => rule.client === undefined && rule.level === level),
    ),
  );
  const ofClients = PROFILE_NAMES.flatMap((profile) => {
    const { title, name, mostTools, source } = CLIENT_PROFILES[profile];
    const facts = [
      `A tool is called \`${name.source}\` there`,
      mostTools === null ? '' : `; a request holds ${mostTools} tools`,
      ` (${source}, ${LOOKED_UP}).`,
    ].join('');
    const rules = LINT_RULES.filter((rule) => rule.client?.profile === profile);
    return section(`## \`${profile}\`: ${title}\n\n${facts}`, rules);
  });
  return `${[INTRODUCTION, ...general, CLIENTS, ...ofClients].join('\n\n')}\n`;
};

const section = (heading: string, rules: readonly LintRule[]): string[] => {
  const entries = [...rules].sort((one, other) => (one.id < other.id ? -1 : 1)).map(entryOf);
  return rules.length === 0 ? [] : [[heading, ...entries].join('\n\n')];
};

const entryOf = ({ id, level, client, message, remedy, reference, examples }: LintRule): string =>
  [
    `### ${id}`,
    client === undefined ? message : `${message} (${level})`,
    [
      `- Remedy: ${remedy}`,
      `- Why: ${reference}${client === undefined ? '' : `, as of ${client.since}`}`,
      ...examples.map(({ title, finds }) => `- Example: ${title} (${placesOf(finds)})`),
    ].join('\n'),
  ].join('\n\n');

const placesOf = (finds: readonly string[]): string =>
  finds.length === 0 ? 'nothing' : finds.map((path) => `\`${path}\``).join(', ');
