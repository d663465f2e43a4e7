import { namespaceOf } from '../contract/tool-id.js';
import { isReplaceable } from '../lifecycle/draft.js';
import type { ProblemCode } from '../problems/catalogue.js';
import type { FieldError } from '../problems/field-error.js';
import type { Refusal } from '../problems/refusal.js';
import type { KnownVersion } from '../versions/known-version.js';
import type { RegisteredVersion, RegistrationFacts, RegistrationOffer } from './facts.js';

type Facts = RegistrationFacts<RegisteredVersion>;

/**
 * Two ids that differ only in case would be one for half of all clients, so the first one holds. How
 * a namespace is spelled that is not the caller's is not told, nor what is in it.
 */
export const refuseSpelling = (
  { tool_id: toolId }: RegistrationOffer,
  { spelling }: Pick<Facts, 'spelling'>,
): Refusal | null => {
  if (spelling.namespace !== null && spelling.namespace !== namespaceOf(toolId)) {
    return refusal('tool-id-taken', 'the namespace is registered in another spelling');
  }
  if (spelling.tool_id !== null && spelling.tool_id !== toolId) {
    return refusal('tool-id-taken', `the tool is registered as ${spelling.tool_id}`);
  }
  return null;
};

/** The same number with other build metadata, or with and without, would be the same version. */
export const refuseBuild = (sent: string, stored: KnownVersion | undefined): Refusal | null =>
  stored === undefined || stored.version.text === sent
    ? null
    : refusal('version-taken', `the version is registered as ${stored.version.text}`);

/** What refuses the manifest under any number; at a first registration also what it leaves out. */
export const refusalsOfManifest = (
  { manifest, refusals }: RegistrationOffer,
  { tool }: Pick<Facts, 'tool'>,
): readonly Refusal[] => [
  ...refusals,
  ...(tool === null && manifest.policy === undefined ? [missing('policy')] : []),
  ...(tool === null && manifest.owner === undefined ? [missing('owner')] : []),
];

export const refuseManifest = (
  offer: RegistrationOffer,
  facts: Pick<Facts, 'tool'>,
): Refusal | null => refusalsOfManifest(offer, facts)[0] ?? null;

/** Only a draft that was never enabled can still become another contract. */
export const refuseFrozen = (stored: KnownVersion): Refusal | null => {
  if (isReplaceable(stored)) return null;
  const why = stored.ever_enabled ? 'was enabled once' : `is in ${stored.state}`;
  return refusal('version-frozen', `${stored.version.text} ${why} and holds another contract`);
};

export const refuseDrift = (paths: readonly string[]): Refusal | null =>
  paths.length === 0
    ? null
    : refusal(
        'drift',
        'the manifest states another policy, presentation or changes than the catalog holds',
        paths.map((path) => ({
          pointer: path,
          code: 'drift',
          message: 'differs from what is stored',
        })),
      );

const missing = (field: 'owner' | 'policy'): Refusal =>
  refusal(`${field}-missing`, `the first registration of a tool states its ${field}`, [
    { pointer: `/${field}`, code: 'missing-field', message: 'is missing' },
  ]);

const refusal = (code: ProblemCode, message: string, errors: FieldError[] = []): Refusal => ({
  code,
  message,
  errors,
});
