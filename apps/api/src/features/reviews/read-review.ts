import { Injectable } from '@nestjs/common';
import { contractDocument } from '#core/contract/digest.js';
import { documentChanges, type DocumentChange } from '#core/json/document-changes.js';
import { actorIn } from '#core/lifecycle/actor.js';
import { stepsFor, type StepFor } from '#core/lifecycle/steps-for.js';
import { namespaceOf } from '#core/contract/tool-id.js';
import { baselineOf } from '#core/versions/known-version.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Settings } from '../../config/env.js';
import { contractOf, policyOf, versionOf } from '../../database/records.js';
import { ReadPolicies } from '../policies/read-policies.js';
import { ReadVersion, type VersionPath } from '../versions/read-version.js';
import { StoredContracts } from '../versions/stored-contracts.js';
import { gatesOf, storedCheck, type Judging } from '../versions/version-gates.js';
import type { WholeVersion } from '../versions/whole-version.js';

export interface Review {
  readonly version: WholeVersion;
  readonly judging: Judging;
  /** What the contract is compared with, as at its registration. */
  readonly baseline: WholeVersion | null;
  /** Another version is the baseline by now, so that the check is asked anew at the release. */
  readonly baselineMoved: boolean;
  readonly changes: readonly DocumentChange[];
  readonly proposal: Awaited<ReturnType<ReadPolicies['openProposal']>>;
  /** Of the policy and the proposal; null for whom it is no business of. */
  readonly tenantsWithoutKey: readonly string[] | null;
  readonly steps: readonly StepFor[];
}

/** All that a second person looks at before they decide on a version. */
@Injectable()
export class ReadReview {
  constructor(
    private readonly versions: ReadVersion,
    private readonly contracts: StoredContracts,
    private readonly policies: ReadPolicies,
    private readonly settings: Settings,
  ) {}

  async execute(path: VersionPath, context: RequestContext): Promise<Review> {
    const { caller } = context;
    const version = await this.versions.find(path);
    const judging = { now: new Date(), lint: this.settings.lint };
    const known = await this.contracts.versionsOf(path.tool_id);
    const { baseline: name } = storedCheck(version, judging.lint);
    const baseline =
      name === null ? null : await this.versions.find({ tool_id: path.tool_id, version: name });
    const present = baselineOf(versionOf(version), known);

    const proposal = await this.policies.openProposal(path.tool_id);
    const tenants = [version.tool, ...(proposal === null ? [] : [proposal.proposal])].flatMap(
      ({ allowed_tenants: named }) => named,
    );

    const actor = actorIn(caller, namespaceOf(path.tool_id));
    return {
      version,
      judging,
      baseline,
      baselineMoved: (present?.version.text ?? null) !== (baseline?.version ?? null),
      changes: baseline === null ? [] : documentChanges(documentOf(baseline), documentOf(version)),
      proposal,
      tenantsWithoutKey: await this.policies.tenantsWithoutKey(tenants, context),
      steps: stepsFor(factsOf(version, judging), actor),
    };
  }
}

const documentOf = (version: WholeVersion) => contractDocument(contractOf(version));

/** What a step is decided on; the version check of a release takes its time, and is asked there. */
const factsOf = (version: WholeVersion, judging: Judging): Parameters<typeof stepsFor>[0] => ({
  state: version.state,
  retracted: version.retracted,
  risk: policyOf(version.tool).risk_level,
  authors: version.authors,
  approvals: version.approvals
    .filter(({ contract_digest: digest }) => digest === version.contract_digest)
    .map(({ subject }) => subject),
  gates: gatesOf(version, judging),
  versionFaults: () => [],
  successor: null,
  now: judging.now,
});
