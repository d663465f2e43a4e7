import { PAGE_PARAMETERS } from '../../http/page.js';

export const PAGE_QUERY = {
  type: 'object',
  properties: PAGE_PARAMETERS,
  additionalProperties: false,
} as const;

const NUMBER = 'A version, with or without build metadata, or `latest`.';

export const DIFF_QUERY = {
  type: 'object',
  required: ['from', 'to'],
  properties: {
    from: { type: 'string', minLength: 1, description: NUMBER },
    to: { type: 'string', minLength: 1, description: NUMBER },
  },
  additionalProperties: false,
} as const;

export interface DiffQuery {
  readonly from: string;
  readonly to: string;
}
