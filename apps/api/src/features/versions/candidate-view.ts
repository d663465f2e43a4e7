import { contractDocument } from '#core/contract/digest.js';
import { member, objectOf, type JsonObject } from '#core/json/value.js';
import { contractOf } from '../../database/records.js';
import type { ViewedTool, WholeVersion } from './versions.repository.js';

/** The contract fields that an agent is told; never targets, builds or what MCP carries. */
const TOLD = [
  'tags',
  'input_schema',
  'output_schema',
  'annotations',
  'side_effect',
  'idempotent',
  'idempotency_key',
  'confirm_arguments',
  'timeout_ms',
  'errors',
] as const;

/** A version in the candidate form, for callers that hold only `candidates`. */
export const candidateAnswer = (row: WholeVersion, tool: ViewedTool): JsonObject => {
  const contract = contractOf(row);
  const document = contractDocument(contract);
  const told = TOLD.flatMap((field) => {
    const value = member(document, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  return objectOf([
    ['tool_id', row.tool_id],
    ['version', row.version],
    ...(contract.title === undefined ? [] : [['title', contract.title] as const]),
    ['description', withNote(contract.description, tool.note)],
    ...told,
    ['risk_level', tool.policy.risk_level],
    ['requires_approval', tool.policy.requires_approval],
    ['contract_digest', row.contract_digest],
    ['deprecation', row.state === 'deprecated' ? deprecationOf(row) : null],
  ]);
};

const withNote = (description: string, note: string | null): string =>
  note === null || note === '' ? description : `${description}\n\n${note}`;

const deprecationOf = (row: WholeVersion): JsonObject => ({
  reason: row.deprecation_reason,
  sunset_at: row.sunset_at?.toISOString() ?? null,
  successor: row.successor,
});
