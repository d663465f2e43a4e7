import type { RefusedRegistration, Registration } from '#core/registration/decide-registration.js';
import { Problem } from '../../http/problem.js';
import type { VersionAnswer } from '../versions/versions.answers.js';

/** The version as it is now, and what the registration did. */
export interface RegistrationAnswer extends VersionAnswer {
  readonly outcome: Registration['outcome'];
  readonly replaced: boolean;
  /** JSON Pointers into the manifest: what was taken, and what differs and was left alone. */
  readonly updated: readonly string[];
  readonly drift: readonly string[];
}

export const registrationAnswer = (
  decided: Registration,
  version: VersionAnswer,
): RegistrationAnswer => ({
  ...version,
  outcome: decided.outcome,
  replaced: decided.outcome === 'replaced',
  updated: decided.updated,
  drift: decided.drift,
});

/** A refusal over the number carries the verdict. */
export const problemOfRefusal = ({ refusal, check }: RefusedRegistration): Problem =>
  check === null ? Problem.ofRefusal(refusal) : Problem.ofRefusal(refusal, { check });

export const registrationStatus = ({ outcome }: RegistrationAnswer): number =>
  outcome === 'created' ? 201 : 200;

export const registrationHeaders = ({
  outcome,
  tool_id,
  version,
}: RegistrationAnswer): Record<string, string> =>
  outcome === 'created'
    ? { location: `/v1/tools/${tool_id}/versions/${encodeURIComponent(version)}` }
    : {};

/** On refusals of a dry run as well. */
export const dryRunHeader = (dryRun: boolean): Record<string, string> =>
  dryRun ? { 'x-dry-run': 'true' } : {};
