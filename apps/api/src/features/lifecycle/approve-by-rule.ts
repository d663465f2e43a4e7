import { Injectable } from '@nestjs/common';
import type { Actor } from '#core/lifecycle/actor.js';
import { isApprovedByRule } from '#core/lifecycle/auto-approve.js';
import type { State } from '#core/lifecycle/state.js';
import type { ProblemCode } from '#core/problems/catalogue.js';
import { whenPrepared } from '../../comparison/worksheet.js';
import { Settings } from '../../config/env.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { policyOf } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { ReadVersion } from '../versions/read-version.js';
import { gatesOf, storedCheck } from '../versions/version-gates.js';
import { ReleaseCheck } from './release-check.js';
import { TakeStep, type Step } from './take-step.js';

/** Who the audit names where a rule and no person approved. */
const RULE: Actor = { subject: 'rule:auto-approve', roles: new Set(['reviewer']) };

/** The workers had no time for it. */
const NO_VERDICT: ReadonlySet<ProblemCode> = new Set(['check-too-slow', 'too-many-checks']);

/** Which version is looked at, when, and at whose request. */
type Moment = Pick<Step, 'path' | 'audited' | 'now'>;

/** What a command calls at its end, where the rule may go on. */
export type Follow = (tx: Tx, moment: Moment) => Promise<readonly AuditEntry[]>;

/** In a deployment that wants it, approves and releases what is small and safe by a rule. */
@Injectable()
export class ApproveByRule {
  constructor(
    private readonly settings: Settings,
    private readonly versions: ReadVersion,
    private readonly releases: ReleaseCheck,
    private readonly steps: TakeStep,
  ) {}

  /**
   * A command that submits a version or gives it evidence. Where what the rule asks takes too long
   * to compare, the command is done without the rule: a person can still review the version.
   */
  async accompany<T>(command: (follow: Follow) => Promise<T>): Promise<T> {
    try {
      return await whenPrepared(() => command((tx, moment) => this.follow(tx, moment)));
    } catch (error) {
      if (!(error instanceof Problem) || !NO_VERDICT.has(error.code)) throw error;
      return command(NOT_AT_ALL);
    }
  }

  /** The events of what the rule did, none where it does not apply. */
  private async follow(tx: Tx, moment: Moment): Promise<readonly AuditEntry[]> {
    if (!this.settings.autoApprove) return [];
    const version = await this.versions.find(moment.path, tx);
    if (version.state !== 'review') return [];
    // Not the verdict of the registration: another version may have been released since.
    const verdict = await this.releases.verdict(tx, version, moment.audited.actor);
    const applies = isApprovedByRule({
      risk: policyOf(version.tool).risk_level,
      allowed: verdict.allowed,
      declared_bump: verdict.declared_bump,
      required_bump: verdict.required_bump,
      lint: storedCheck(version, this.settings.lint).lint,
      gates: gatesOf(version, { now: moment.now, lint: this.settings.lint }),
    });
    if (!applies) return [];
    const approved = await this.steps.take(tx, byRule(moment, 'staging'));
    return [...approved, ...(await this.steps.take(tx, byRule(moment, 'enabled')))];
  }
}

export const NOT_AT_ALL: Follow = () => Promise.resolve([]);

const byRule = ({ path, audited, now }: Moment, to: State): Step => ({
  path,
  request: { to, reason: 'approved by rule' },
  evidence: [],
  actor: RULE,
  knows: () => false,
  audited: { ...audited, actor: { subject: RULE.subject, kind: 'rule' } },
  now,
});
