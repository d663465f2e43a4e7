import { TEXTS } from '../../http/answer-schema.js';
import { VERSION_EXAMPLE, VERSION_SCHEMA } from '../versions/version.schema.js';

/** What a registration answers: the version as it is now, and what was done. */
export const REGISTRATION_SCHEMA = {
  ...VERSION_SCHEMA,
  properties: {
    ...VERSION_SCHEMA.properties,
    outcome: { enum: ['created', 'replaced', 'unchanged'] },
    replaced: { type: 'boolean' },
    updated: { ...TEXTS, description: 'What was taken of policy and presentation.' },
    drift: { ...TEXTS, description: 'What differs from what is stored, and was left alone.' },
  },
  required: [...VERSION_SCHEMA.required, 'outcome', 'replaced', 'updated', 'drift'],
};

export const REGISTRATION_EXAMPLE = {
  ...VERSION_EXAMPLE,
  state: 'draft',
  outcome: 'created',
  replaced: false,
  updated: [],
  drift: ['/policy/risk_level'],
};
