import { lifecycleDiagram, lifecycleTable } from './describe-lifecycle.js';
import { GATES, type NamedGate } from './readiness.js';

const INTRODUCTION = `# The lifecycle of a version

A version starts as a draft and is served to agents only while it is enabled or deprecated. Each step
is \`POST /v1/tools/{tool_id}/versions/{version}/transitions\` with the state it leads to; a step that
is not open, or lacks something, is refused with the steps that are open and the gates that hold it
up. The page is made of the table that the service decides by (\`npm run docs:write\`).`;

const STEPS = `## The steps

Whoever is an admin is a publisher and a reviewer too. An approval that is short of the number needed
is kept and leaves the state as it is. From staging to staging is open only while approvals are
missing, because the risk was raised after the version had been approved.

Whatever leads back to draft takes the approvals with it. Evidence and waivers stand as long as the
contract does, and a contract that was ever enabled is never replaced.`;

const GATE_PAGE = `## The gates

Every version has these, and each error of the [lint](lint.md) is one more, under its rule's id. A
warning never holds anything up. A reviewer who is not an author may waive a gate for a time, a year at
most unless \`QM_MAX_WAIVER_DAYS\` says otherwise, with a reason; it stays red, and is asked again at the
release.`;

/** The reference page of the lifecycle in Markdown, made of the table and the gates themselves. */
export const lifecycleReference = (): string =>
  [
    INTRODUCTION,
    `\`\`\`mermaid\n${lifecycleDiagram()}\`\`\``,
    STEPS,
    lifecycleTable().trimEnd(),
    GATE_PAGE,
    gateTable(),
  ].join('\n\n') + '\n';

const gateTable = (): string =>
  [
    '| gate | level | asked from | green when |',
    '|---|---|---|---|',
    ...Object.entries<NamedGate>(GATES).map(
      ([gate, { level, asked_at: from, fine }]) => `| \`${gate}\` | ${level} | ${from} | ${fine} |`,
    ),
  ].join('\n');
