import type { GivenEvidence } from './give-evidence.js';
import { EVIDENCE, WAIVER } from './lifecycle.bodies.js';
import type { GrantedWaiver } from './waive-gate.js';

const TIME = { type: 'string', format: 'date-time' } as const;

export const evidenceGiven = (run: GivenEvidence) => ({
  kind: run.kind,
  url: run.url,
  passed_at: run.passed_at.toISOString(),
  ...(run.summary === undefined ? {} : { summary: run.summary }),
  submitted_by: run.submitted_by,
  submitted_at: run.submitted_at.toISOString(),
});

export const EVIDENCE_GIVEN = {
  type: 'object',
  properties: {
    ...EVIDENCE.properties,
    passed_at: TIME,
    submitted_by: { type: 'string' },
    submitted_at: TIME,
  },
  required: [...EVIDENCE.required, 'submitted_by', 'submitted_at'],
  additionalProperties: false,
} as const;

export const waiverGranted = (waiver: GrantedWaiver) => ({
  gate: waiver.gate,
  reason: waiver.reason,
  expires_at: waiver.expires_at.toISOString(),
  granted_by: waiver.granted_by,
  granted_at: waiver.granted_at.toISOString(),
});

export const WAIVER_GRANTED = {
  type: 'object',
  properties: {
    ...WAIVER.properties,
    expires_at: TIME,
    granted_by: { type: 'string' },
    granted_at: TIME,
  },
  required: [...WAIVER.required, 'granted_by', 'granted_at'],
  additionalProperties: false,
} as const;
