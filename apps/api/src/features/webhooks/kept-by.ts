import type { Caller } from '../../auth/caller.js';
import type { Webhook } from './webhooks.repository.js';

/** Whose grant a webhook is judged by from now on: that of the key, or of a token that its issuer gave. */
export const keptBy = ({ keyId, token }: Caller): Pick<Webhook, 'key_id' | 'issuer'> =>
  token === undefined ? { key_id: keyId, issuer: null } : { key_id: null, issuer: token.issuer };
