import { namespaceOf } from '#core/contract/tool-id.js';
import { slicesBySize } from '../../database/by-slices.js';
import { toldEvent } from '../../database/audit-trail.js';
import { policyColumns } from '../../database/records.js';
import type { DraftContent, RegistrationWrites, ToolState } from './registration-writes.js';

/** To write and send more at once would hold up other requests. */
const STATEMENT_CHARACTERS = 2 * 1024 * 1024;

type Row = object;

/** What is written together whatever happens, or several of which each may be left out. */
type Registered = RegistrationWrites | readonly RegistrationWrites[];

const isSeveral = (all: Registered): all is readonly RegistrationWrites[] => Array.isArray(all);

/**
 * What some registrations write, as documents for `save_registrations`, one after the other: one, or
 * one for each two megabytes, each made when it is asked for. The rows of several registrations say by `n`
 * which of them they are of. As JSON they cost a tenth of what a statement with a parameter for each
 * value does.
 */
export function* rowsDocuments(all: Registered, at: Date): Generator<string> {
  const [newVersions, ...moreVersions] = sliced(all, newVersionsOf);
  const [replaced, ...moreReplaced] = sliced(all, replacedVersionsOf);
  yield* document(at, {
    namespaces: rowsOf(all, namespacesOf),
    new_tools: rowsOf(all, newToolsOf),
    changed_tools: rowsOf(all, ({ changedTools }) => changedTools.map(toolColumns)),
    policies: rowsOf(all, policiesOf),
    stale_proposals: rowsOf(all, ({ staleProposals }) => staleProposals.map((id) => ({ id }))),
    presentations: rowsOf(all, ({ presentationRevisions }) => presentationRevisions),
    new_versions: newVersions,
    replaced_versions: replaced,
    redeclared_versions: rowsOf(all, redeclaredVersionsOf),
    touched_tools: rowsOf(all, touchedToolsOf),
  });
  for (const rows of moreVersions) yield* document(at, { new_versions: rows });
  for (const rows of moreReplaced) yield* document(at, { replaced_versions: rows });
}

/** Their events for `append_audit`, marked likewise. */
export const eventsDocument = (all: Registered): string =>
  JSON.stringify(rowsOf(all, ({ audit }) => audit.map(toldEvent)));

/** None where there is nothing to write. */
function* document(
  at: Date,
  tables: Readonly<Record<string, readonly Row[] | undefined>>,
): Generator<string> {
  const filled = Object.entries(tables).filter(([, rows = []]) => rows.length > 0);
  if (filled.length > 0) yield JSON.stringify({ at, ...Object.fromEntries(filled) });
}

const rowsOf = <R extends Row>(
  all: Registered,
  some: (writes: RegistrationWrites) => readonly R[],
): readonly R[] => {
  if (!isSeveral(all)) return some(all);
  // The row first: what begins with a copy is made many times faster.
  return all.flatMap((writes, n) => some(writes).map((row) => ({ ...row, n })));
};

const sliced = <R extends Pick<DraftContent, 'contract' | 'check'>>(
  all: Registered,
  some: (writes: RegistrationWrites) => readonly R[],
): R[][] => slicesBySize(rowsOf(all, some), charactersOf, STATEMENT_CHARACTERS);

const charactersOf = ({ contract, check }: Pick<DraftContent, 'contract' | 'check'>): number =>
  contract.length + check.length;

const namespacesOf = ({ namespaces }: RegistrationWrites) =>
  namespaces.map((namespace) => ({ namespace, namespace_key: namespace.toLowerCase() }));

const newToolsOf = ({ newTools }: RegistrationWrites) => newTools.map(toolColumns);

const touchedToolsOf = ({ touchedTools }: RegistrationWrites) =>
  touchedTools.map((toolId) => ({ tool_id: toolId }));

const policiesOf = ({ policyRevisions }: RegistrationWrites) =>
  policyRevisions.map(({ policy, tool_id, policy_version, policy_digest, changed_by }) => ({
    ...policyColumns(policy),
    tool_id,
    policy_version,
    policy_digest,
    changed_by,
  }));

const newVersionsOf = ({ newVersions }: RegistrationWrites) =>
  newVersions.map(({ content, tool_id, version, version_key, created_by }) => ({
    ...content,
    tool_id,
    version,
    version_key,
    created_by,
  }));

const replacedVersionsOf = ({ replacedVersions }: RegistrationWrites) =>
  replacedVersions.map(({ id, content }) => ({ id: String(id), ...content }));

const redeclaredVersionsOf = ({ redeclaredVersions }: RegistrationWrites) =>
  redeclaredVersions.map(({ id, ...columns }) => ({ id: String(id), ...columns }));

/** Of a tool that is there, its key and its namespace are not read. */
const toolColumns = (tool: ToolState) => ({
  ...policyColumns(tool.policy),
  tool_id: tool.tool_id,
  tool_key: tool.tool_id.toLowerCase(),
  namespace: namespaceOf(tool.tool_id),
  owner: tool.owner,
  example_queries: tool.example_queries,
  aliases: tool.aliases,
  policy_version: tool.policy_version,
  policy_digest: tool.policy_digest,
  presentation_version: tool.presentation_version,
});
