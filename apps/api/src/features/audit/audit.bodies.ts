import { PAGE_PARAMETERS } from '../../http/page.js';
import { TIMESTAMP } from '../../http/timestamp.js';

/** The query of `GET /v1/audit-events`. */
export const AUDIT_QUERY = {
  type: 'object',
  properties: {
    ...PAGE_PARAMETERS,
    tool_id: { type: 'string', maxLength: 128, description: 'Only events about this tool.' },
    actor: { type: 'string', maxLength: 200, description: 'Only what this subject did.' },
    action: { type: 'string', maxLength: 100, description: 'Such as `version.released`.' },
    since: { ...TIMESTAMP, description: 'Not before this time.' },
    until: { ...TIMESTAMP, description: 'Before this time.' },
  },
  additionalProperties: false,
} as const;

export interface AuditQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly tool_id?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly since?: string;
  readonly until?: string;
}

/** The query of `GET /v1/audit-events/export`. */
export const EXPORT_QUERY = {
  type: 'object',
  properties: {
    after_seq: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events with a larger number.',
    },
    since: { ...TIMESTAMP, description: 'From the first event that is not before this time.' },
    until: { ...TIMESTAMP, description: 'Up to the last event before this time.' },
  },
  additionalProperties: false,
} as const;

export interface ExportQuery {
  readonly after_seq?: number;
  readonly since?: string;
  readonly until?: string;
}

/** The query of `GET /v1/audit-events/checkpoints`. */
export const CHECKPOINTS_QUERY = {
  type: 'object',
  properties: PAGE_PARAMETERS,
  additionalProperties: false,
} as const;

/** The query of `GET /v1/tools/{tool_id}/history`. */
export const HISTORY_QUERY = {
  type: 'object',
  properties: PAGE_PARAMETERS,
  additionalProperties: false,
} as const;
