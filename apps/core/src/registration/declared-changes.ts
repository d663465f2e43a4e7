import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/value.js';
import type { RegisteredVersion, RegistrationOffer } from './facts.js';

/**
 * Whether a manifest with the contract of a stored version says something else of what changed in
 * it. One that declares nothing says nothing, as with policy and presentation.
 */
export const redeclares = (
  { manifest: { changes }, contract_digest }: RegistrationOffer,
  stored: RegisteredVersion,
): boolean =>
  stored.contract_digest === contract_digest &&
  changes.length > 0 &&
  textOf(changes) !== textOf(stored.changes);

const textOf = (changes: RegisteredVersion['changes']): string =>
  canonicalJson(changes.map(({ path, meaning }): Json => ({ path, meaning })));
