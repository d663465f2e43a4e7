import { parsePointer } from '#core/json/pointer.js';
import { withWaivers } from '#core/lint/waivers.js';
import type { CheckResult } from '#core/registration/check-result.js';
import type { ApiClient } from '../client/api-client.js';
import { registerItems, type Outcome } from '../imports/register-items.js';
import type { Loaded, LoadedTool } from '../manifests/load-manifests.js';
import type { Location } from '../manifests/location.js';
import { askChecks } from './ask-checks.js';
import type { Plan, PlannedOutcome, PlannedTool } from './plan.js';

/**
 * Asks the catalog what would become of each tool: the check of its number, and a dry run of
 * everything together. Without `publish` there is no dry run, and the checks alone speak.
 */
export const makePlan = async (
  client: ApiClient,
  { files, tools }: Loaded,
  onTool: (tool: { readonly tool_id: string }) => void,
): Promise<Omit<Plan, 'catalog'>> => {
  const checks = await askChecks(client, tools, onTool);
  const items = tools.map(({ tool_id, version, manifest }) => ({ tool_id, version, manifest }));
  const outcomes = await registerItems(client, items, {
    dryRun: true,
    onOutcomes: () => undefined,
  });
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]));
  const outcomeAt = (place: number): Outcome | undefined => {
    const item = items[place];
    return item === undefined ? undefined : byItem.get(item);
  };
  return {
    files,
    tools: tools.map((tool, place) => plannedTool(tool, checks[place], outcomeAt(place))),
  };
};

const NOTHING: Pick<
  CheckResult,
  'baseline' | 'declared_bump' | 'required_bump' | 'minimum_version' | 'changes' | 'lint' | 'notes'
> = {
  baseline: null,
  declared_bump: null,
  required_bump: null,
  minimum_version: null,
  changes: [],
  lint: [],
  notes: [],
};

function plannedTool(
  tool: LoadedTool,
  check: CheckResult | undefined,
  outcome: Outcome | undefined,
): PlannedTool {
  const known = check ?? NOTHING;
  const more = outcome === undefined || outcome.outcome === 'quarantined' ? {} : outcome.more;
  return {
    tool_id: tool.tool_id,
    version: tool.version,
    at: tool.locateVersion(),
    outcome: outcomeOf(check, outcome),
    existing_version: more.existing_version ?? null,
    baseline: known.baseline,
    declared_bump: known.declared_bump,
    required_bump: known.required_bump,
    minimum_version: known.minimum_version,
    changes: known.changes.map((change) => ({ ...change, at: locateIn(tool, change.path) })),
    lint: lintOf(tool, known.lint),
    refusals: refusalsOf(tool, check, outcome),
    notes: known.notes,
    updated: more.updated ?? [],
    drift: more.drift ?? [],
  };
}

/** What the repository answers for is told, as a note. */
function lintOf(tool: LoadedTool, lint: CheckResult['lint']): PlannedTool['lint'] {
  const { findings } = withWaivers(lint, tool.waivers, new Date());
  return findings.map(({ finding, waiver }) => {
    const at = locateIn(tool, finding.path);
    if (waiver === null) return { ...finding, at };
    const message = `${finding.message} (waived by ${waiver.owner} until ${waiver.expires}: ${waiver.reason})`;
    return { ...finding, level: 'note', message, at };
  });
}

const OUTCOMES = {
  created: 'create',
  replaced: 'replace',
  unchanged: 'unchanged',
} as const satisfies Record<string, PlannedOutcome>;

function outcomeOf(check: CheckResult | undefined, outcome: Outcome | undefined): PlannedOutcome {
  if (outcome !== undefined && outcome.outcome !== 'quarantined') return OUTCOMES[outcome.outcome];
  if (!isWithoutPublish(outcome)) return 'refused';
  return check?.allowed === true ? 'allowed' : 'refused';
}

function refusalsOf(
  tool: LoadedTool,
  check: CheckResult | undefined,
  outcome: Outcome | undefined,
): PlannedTool['refusals'] {
  const ofManifest = (check?.refusals ?? []).flatMap(({ code, message, errors }) => {
    const places = errors.length === 0 ? [{ code, message, pointer: '' }] : errors;
    return places.map((place) => refusalAt(place, locateIn(tool, place.pointer)));
  });
  if (ofManifest.length > 0 || outcomeOf(check, outcome) !== 'refused') return ofManifest;
  return [refusalOfItem(tool, check, outcome)];
}

function refusalOfItem(
  tool: LoadedTool,
  check: CheckResult | undefined,
  outcome: Outcome | undefined,
): PlannedTool['refusals'][number] {
  const isTold = outcome?.outcome === 'quarantined' && !isWithoutPublish(outcome);
  if (!isTold) {
    // Of a check alone the reasons that lie in the number are told among the notes.
    const [message = 'the number does not fit'] = check?.notes ?? [];
    return refusalAt({ code: 'bump-too-small', message }, tool.locateVersion());
  }
  const { reason } = outcome;
  const at = reason.pointer === '' ? tool.locateVersion() : locateIn(tool, reason.pointer);
  return refusalAt(reason, at);
}

function refusalAt(
  { code, message }: { readonly code: string; readonly message: string },
  at: Location,
): PlannedTool['refusals'][number] {
  return { code, message, at };
}

/** The key may not publish anywhere; of a namespace that it was not granted the item is told. */
function isWithoutPublish(outcome: Outcome | undefined): boolean {
  return outcome?.outcome === 'quarantined' && outcome.reason.code === 'permission-missing';
}

/** Findings name places in the contract; one that is gone from it leads to what it stood in. */
function locateIn(tool: LoadedTool, path: string) {
  return tool.locate(parsePointer(path) === null ? '' : path);
}
