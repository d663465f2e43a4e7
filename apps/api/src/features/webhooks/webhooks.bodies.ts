import { PAGE_PARAMETERS } from '../../http/page.js';
import { REASON } from '../../http/reason.js';

const list = (description: string) => ({
  type: 'array',
  description,
  items: { type: 'string', minLength: 1, maxLength: 128 },
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
});

/** The body of `POST /v1/webhooks`. */
export const NEW_WEBHOOK = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      description: 'An https URL at a public address, unless the deployment allows more.',
    },
    namespaces: list('Whose changes are sent; left out: all that the key administers.'),
    actions: list('Such as `version.released`, or `version.*`; left out: all.'),
  },
  required: ['url'],
  additionalProperties: false,
  example: {
    url: 'https://hooks.example.com/quartermaster',
    namespaces: ['support'],
    actions: ['version.*', 'policy.proposed'],
  },
} as const;

export interface NewWebhookBody {
  readonly url: string;
  readonly namespaces?: readonly string[];
  readonly actions?: readonly string[];
}

/** The body of `PUT /v1/webhooks/{id}/suspension`. */
export const WEBHOOK_SUSPENSION = {
  type: 'object',
  properties: { suspended: { type: 'boolean' }, reason: REASON },
  required: ['suspended', 'reason'],
  additionalProperties: false,
  example: { suspended: false, reason: 'The receiver is back.' },
} as const;

export interface WebhookSuspensionBody {
  readonly suspended: boolean;
  readonly reason: string;
}

/** The query of the lists. */
export const WEBHOOK_QUERY = {
  type: 'object',
  properties: PAGE_PARAMETERS,
  additionalProperties: false,
} as const;
