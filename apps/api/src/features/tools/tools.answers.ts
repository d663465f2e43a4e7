import { POLICY_SCHEMA } from '#core/contract/manifest-schema.js';
import { STATES } from '#core/lifecycle/state.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { latestOf } from '#core/versions/known-version.js';
import { precedence } from '#core/versions/precedence.js';
import { servedVersion } from '#core/versions/served.js';
import type { Version } from '#core/versions/version.js';
import { policyOf, versionOf } from '../../database/records.js';
import { TEXT, TEXTS, TEXT_OR_NULL, TIME, TIME_OR_NULL, closed } from '../../http/answer-schema.js';
import type { StoredSuspension } from './suspensions.repository.js';
import type { ListedTool, VersionSummary } from './tools.repository.js';

interface NumberedVersion extends Omit<VersionSummary, 'version'> {
  readonly version: Version;
  readonly rollout: { readonly percent: number; readonly salt: string };
}

/** The versions from the lowest to the highest. */
const numbered = (tool: ListedTool): NumberedVersion[] =>
  tool.versions
    .map((row) => ({
      ...row,
      version: versionOf(row),
      rollout: { percent: row.rollout_percent, salt: row.rollout_salt },
    }))
    .sort((one, other) => precedence(one.version, other.version));

/** A tool as the governance view lists it. */
export const toolRow = (tool: ListedTool) => {
  const versions = numbered(tool);
  const latest = latestOf(versions);
  const suspended = tool.suspended || tool.namespace_row.suspended;
  const served = suspended ? null : servedVersion(versions, { tool_id: tool.tool_id });
  const states = new Set(versions.map(({ state }) => state));
  return {
    tool_id: tool.tool_id,
    title: (latest ?? versions.at(-1))?.title ?? null,
    owner: tool.owner,
    risk_level: policyOf(tool).risk_level,
    latest: latest?.version.text ?? null,
    served: served?.version.text ?? null,
    states: STATES.filter((state) => states.has(state)),
    suspended,
    updated_at: tool.updated_at.toISOString(),
  };
};

/** A tool by itself: the row with policy, presentation, versions and the switches. */
export const toolAnswer = (tool: ListedTool) => ({
  ...toolRow(tool),
  policy: {
    policy_version: tool.policy_version,
    policy_digest: tool.policy_digest,
    ...policyOf(tool),
  },
  presentation: {
    owner: tool.owner,
    example_queries: tool.example_queries,
    aliases: tool.aliases,
    note: tool.note,
  },
  versions: numbered(tool)
    .reverse()
    .map(({ version, state }) => ({ version: version.text, state })),
  suspension: suspensionAnswer(tool),
  namespace_suspension: suspensionAnswer(tool.namespace_row),
});

/** How a switch stands; the reason and who threw it are null while it is off. */
export const suspensionAnswer = (switched: StoredSuspension) => ({
  suspended: switched.suspended,
  reason: switched.suspended_reason,
  by: switched.suspended_by,
  at: switched.suspended_at?.toISOString() ?? null,
});

export const SUSPENSION_SCHEMA = closed({
  suspended: { type: 'boolean' },
  reason: TEXT_OR_NULL,
  by: TEXT_OR_NULL,
  at: TIME_OR_NULL,
});

const ROW_PROPERTIES = {
  tool_id: TEXT,
  title: TEXT_OR_NULL,
  owner: TEXT,
  risk_level: { enum: RISK_LEVELS },
  latest: TEXT_OR_NULL,
  served: { ...TEXT_OR_NULL, description: 'What a caller without pin and session gets.' },
  states: { type: 'array', items: { enum: STATES } },
  suspended: { type: 'boolean', description: 'The tool, or its whole namespace.' },
  updated_at: TIME,
} as const;

export const TOOL_ROW_SCHEMA = closed(ROW_PROPERTIES);

export const TOOL_SCHEMA = closed({
  ...ROW_PROPERTIES,
  policy: closed({
    policy_version: { type: 'integer' },
    policy_digest: TEXT,
    ...POLICY_SCHEMA.properties,
  }),
  presentation: closed({
    owner: TEXT,
    example_queries: TEXTS,
    aliases: TEXTS,
    note: TEXT_OR_NULL,
  }),
  versions: {
    type: 'array',
    description: 'The highest first.',
    items: closed({ version: TEXT, state: { enum: STATES } }),
  },
  suspension: SUSPENSION_SCHEMA,
  namespace_suspension: SUSPENSION_SCHEMA,
});

const OFF = { suspended: false, reason: null, by: null, at: null };

export const TOOL_ROW_EXAMPLE = {
  tool_id: 'support.create_ticket',
  title: 'Create ticket',
  owner: 'support-platform',
  risk_level: 'L3',
  latest: '1.2.0',
  served: '1.2.0',
  states: ['draft', 'enabled'],
  suspended: false,
  updated_at: '2026-11-30T09:00:00.000Z',
};

export const TOOL_EXAMPLE = {
  ...TOOL_ROW_EXAMPLE,
  policy: {
    policy_version: 2,
    policy_digest: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
    risk_level: 'L3',
    requires_approval: true,
    allowed_roles: ['operator'],
    allowed_tenants: ['*'],
    task_types: ['support'],
  },
  presentation: {
    owner: 'support-platform',
    example_queries: ['open a ticket for a broken router'],
    aliases: ['new ticket'],
    note: null,
  },
  versions: [
    { version: '1.3.0', state: 'draft' },
    { version: '1.2.0', state: 'enabled' },
  ],
  suspension: OFF,
  namespace_suspension: OFF,
};

export const SUSPENSION_EXAMPLE = {
  suspended: true,
  reason: 'Opens tickets twice since this morning.',
  by: 'rosa',
  at: '2026-11-30T09:00:00.000Z',
};
