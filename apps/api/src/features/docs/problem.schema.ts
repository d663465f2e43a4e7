import { PROBLEMS } from '#core/problems/catalogue.js';

/** RFC 9457 with the members of our own; a route may add further ones, such as `check`. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'A refusal (RFC 9457).',
  properties: {
    type: { type: 'string', description: 'A page about the code: `/problems/<code>`.' },
    title: { type: 'string', description: 'What the code means.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What happened here.' },
    instance: { type: 'string', description: 'The id of the request.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS).sort() },
    remedy: { type: 'string', description: 'What to do about it.' },
    errors: {
      type: 'array',
      description: 'Where a document is at fault.',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer into what was sent.' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
        required: ['pointer', 'code', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'remedy'],
};
