import type { Contract } from '#core/contract/contract.js';
import { policyColumns, withContract } from '../../database/records.js';
import type { ReadableVersion } from '../versions/whole-version.js';
import type { Written } from './registrar.js';

/**
 * The one version that was made, as it would be read: it is a draft, about which nobody has said anything
 * yet. Null where none was made, or several.
 */
export const createdVersion = (
  { writes, stored, at }: Written,
  contract: Contract,
): ReadableVersion | null => {
  const [made, ...others] = writes.newVersions;
  if (made === undefined || others.length > 0) return null;
  const tool =
    [...writes.newTools, ...writes.changedTools].find(({ tool_id }) => tool_id === made.tool_id) ??
    storedTool(stored, made.tool_id);
  if (tool === undefined) throw new Error('a version is of a tool');
  const { content, created_by, tool_id } = made;
  const version: ReadableVersion = {
    ...NOTHING_SAID,
    tool_id,
    version: made.version,
    created_by,
    created_at: at,
    contract: content.contract,
    contract_digest: content.contract_digest,
    changes: content.changes,
    check: content.check,
    proposed: content.proposed,
    authors: content.authors,
    tool: { ...policyColumns(tool.policy), policy_version: tool.policy_version },
  };
  return withContract(version, contract);
};

const storedTool = ({ tools }: Written['stored'], toolId: string) => {
  const found = tools.find(({ tool_id }) => tool_id === toolId);
  return found && { policy: found.tool.policy, policy_version: found.policy_version };
};

/** What the columns of a new row have by default. */
const NOTHING_SAID = {
  state: 'draft',
  ever_submitted: false,
  ever_enabled: false,
  retracted: false,
  rollout_percent: 100,
  rollout_salt: '',
  deprecation_reason: null,
  sunset_at: null,
  successor: null,
  approvals: [],
  evidence: [],
  waivers: [],
} as const satisfies Partial<ReadableVersion>;
