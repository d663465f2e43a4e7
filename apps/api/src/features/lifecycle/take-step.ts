import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#core/json/value.js';
import type { Actor } from '#core/lifecycle/actor.js';
import { decideTransition, type TransitionRefusal } from '#core/lifecycle/decide-transition.js';
import { refuseEvidence } from '#core/lifecycle/give-evidence.js';
import type { TransitionEffects } from '#core/lifecycle/transition-effects.js';
import type { TransitionFacts, TransitionRequest } from '#core/lifecycle/transition-facts.js';
import { peopleOf } from '#core/policy/subject.js';
import { checkResult, type CheckResult } from '#core/registration/check-result.js';
import type { VersionCheck } from '#core/versions/check-version.js';
import { Settings } from '../../config/env.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { policyOf } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { ReadVersion, type VersionPath } from '../versions/read-version.js';
import { gatesOf, storedCheck } from '../versions/version-gates.js';
import { gateAnswer } from '../versions/versions.answers.js';
import type { WholeVersion } from '../versions/whole-version.js';
import { aboutVersion } from './about-version.js';
import { evidenceEntry } from './evidence-entry.js';
import { LifecycleRepository, type NewEvidence } from './lifecycle.repository.js';
import { ReleaseCheck } from './release-check.js';
import { Successors, type Knows } from './successors.js';

/** One step that somebody asks for. */
export interface Step {
  readonly path: VersionPath;
  readonly request: TransitionRequest;
  /** The digest of the content that the caller has in mind, where one was stated. */
  readonly reviewed?: string;
  /** Runs that come with the request; they count for it. */
  readonly evidence: readonly NewEvidence[];
  readonly actor: Actor;
  /** Who names a successor has to know of it. */
  readonly knows: Knows;
  readonly audited: Pick<AuditEntry, 'actor' | 'request_id'>;
  readonly now: Date;
}

/** Decides one step under the tool's lock and stores it; whoever calls writes the audit. */
@Injectable()
export class TakeStep {
  constructor(
    private readonly lifecycle: LifecycleRepository,
    private readonly releases: ReleaseCheck,
    private readonly successors: Successors,
    private readonly versions: ReadVersion,
    private readonly settings: Settings,
  ) {}

  /** The events of the step; a Problem where it is refused, and then nothing may be committed. */
  async take(tx: Tx, step: Step): Promise<readonly AuditEntry[]> {
    const { request, actor, now } = step;
    const before = await this.versions.find(step.path, tx);
    requireReviewed(step, before);
    await this.lifecycle.addEvidence(tx, before, step.evidence, now);
    const version = await this.versions.find(step.path, tx);
    const verdict = isEnabledBy(request, version)
      ? await this.releases.verdict(tx, version, step.audited.actor)
      : null;

    const { lint } = this.settings;
    const facts: TransitionFacts = {
      state: version.state,
      retracted: version.retracted,
      risk: policyOf(version.tool).risk_level,
      authors: version.authors,
      approvals: version.approvals
        .filter(({ contract_digest }) => contract_digest === version.contract_digest)
        .map(({ subject }) => subject),
      gates: gatesOf(version, { now, lint }, authorsAfter(request, version, actor)),
      versionFaults: () => verdict?.refusals.map(({ message }) => message) ?? [],
      successor: await this.successors.lookUp(tx, version.id, request.successor, step.knows),
      now,
    };
    const decision = decideTransition(facts, actor, request);
    if (!decision.ok) throw refusalOf(decision, storedCheck(version, lint), verdict);
    requireGood(step);

    await this.lifecycle.applyStep(tx, version, decision, now);
    return [
      ...step.evidence.map((run) => evidenceEntry(version, run, step.audited)),
      {
        ...step.audited,
        action: decision.action,
        ...aboutVersion(version),
        ...(request.reason === undefined ? {} : { reason: request.reason }),
        detail: {
          from: version.state,
          to: decision.state,
          ...(decision.retracts ? { retracted: true } : {}),
          ...toldOf(decision.deprecation),
        },
      },
    ];
  }
}

/** Whether callers would be moved to this version, so that its number has to fit what is in force. */
const isEnabledBy = ({ to }: TransitionRequest, { state }: WholeVersion): boolean =>
  to === 'enabled' && (state === 'staging' || state === 'deprecated');

/** What callers are told of a deprecation beside its reason, which the event has anyway. */
const toldOf = (deprecation: TransitionEffects['deprecation']): JsonObject =>
  deprecation === null || deprecation === 'clear'
    ? {}
    : {
        sunset_at: deprecation.sunset_at?.toISOString() ?? null,
        successor: deprecation.successor,
      };

/** Whoever submits is an author from then on, so their own waivers count no more. */
const authorsAfter = (
  { to }: TransitionRequest,
  { authors }: WholeVersion,
  actor: Actor,
): readonly string[] => (to === 'review' ? [...authors, ...peopleOf(actor)] : authors);

/** Under the lock: what somebody has seen is what they approve, or whatever else they do with it. */
const requireReviewed = ({ reviewed }: Step, { contract_digest: digest }: WholeVersion): void => {
  if (reviewed === undefined || reviewed === digest) return;
  throw new Problem('precondition-failed', {
    detail: `The content is another than the one that was reviewed; its digest is ${digest}.`,
  });
};

const requireGood = ({ evidence, actor, now }: Step): void => {
  for (const [index, run] of evidence.entries()) {
    const refusal = refuseEvidence(run.passed_at, now, actor);
    if (refusal === null) continue;
    const errors = refusal.errors.map((error) => ({
      ...error,
      pointer: `/evidence/${index}${error.pointer}`,
    }));
    throw Problem.ofRefusal({ ...refusal, errors });
  }
};

/** A refusal over the number carries the verdict, as at the registration. */
const refusalOf = (
  { code, message, errors, allowed, gates }: TransitionRefusal,
  { tool_id, lint }: CheckResult,
  verdict: VersionCheck | null,
): Problem => {
  const overNumber = code === 'transition-refused' && verdict?.allowed === false;
  return Problem.ofRefusal(
    { code, message, errors },
    {
      allowed,
      gates: gates.map(gateAnswer),
      ...(overNumber ? { check: checkResult(tool_id ?? '', verdict, { lint, refusals: [] }) } : {}),
    },
  );
};
