import { planImport, type ImportPlan } from '#core/imports/tools-list/plan-import.js';
import type { Profile } from '#core/imports/tools-list/profile.js';
import type { ApiClient } from '../client/api-client.js';
import type { ImportReport, ServerReport, ToolReport } from './import-report.js';
import type { ListFile } from './read-files.js';
import { registerItems, type Outcome } from './register-items.js';
import type { SettledTool } from './settle-versions.js';

export interface Importing {
  readonly client: ApiClient;
  readonly dryRun: boolean;
  readonly onTools: (count: number, namespace: string) => void;
  /** Which number each tool takes; the plan's own where nothing is said. */
  readonly settle?: (plan: ImportPlan) => Promise<readonly SettledTool[]>;
}

export interface PlannedFile {
  readonly file: string;
  readonly plan: ImportPlan;
}

/** Plans every list, so that the whole number of tools is known before the first is sent. */
export const planLists = (files: readonly ListFile[], profile: Profile): PlannedFile[] =>
  keptApart(
    files.flatMap(({ file, fallbackName, reading }) =>
      reading.ok ? [{ file, plan: planImport(reading, profile, fallbackName) }] : [],
    ),
  );

/** No tool takes the place of another one of the same import. */
export const keptApart = (planned: readonly PlannedFile[]): PlannedFile[] => {
  const taken = new Map<string, string>();
  return planned.map(({ file, plan }) => ({ file, plan: withoutTaken(plan, file, taken) }));
};

export const importLists = async (
  files: readonly ListFile[],
  planned: readonly PlannedFile[],
  importing: Importing,
): Promise<ImportReport> => {
  const servers = await importPlans(planned, importing);
  const unreadable = files.flatMap(({ file, reading }) =>
    reading.ok
      ? []
      : [{ file, code: reading.code, pointer: reading.pointer, message: reading.message }],
  );
  return { dry_run: importing.dryRun, servers, unreadable };
};

export const importPlans = async (
  planned: readonly PlannedFile[],
  importing: Importing,
): Promise<ServerReport[]> => {
  const servers: ServerReport[] = [];
  for (const { file, plan } of planned) {
    const settled = await (importing.settle?.(plan) ?? atPlannedVersion(plan));
    const items = settled.map(({ tool_id, version, manifest }) => ({ tool_id, version, manifest }));
    const outcomes = await registerItems(importing.client, items, {
      dryRun: importing.dryRun,
      onOutcomes: (some) => importing.onTools(some.length, plan.namespace),
    });
    servers.push(reportOn(file, plan, settled, outcomes));
  }
  return servers;
};

function atPlannedVersion({ tools, version }: ImportPlan): SettledTool[] {
  return tools.map((tool) => ({ ...tool, version }));
}

/** Two servers can fall on one namespace; the second of two equal ids would replace the first. */
function withoutTaken(plan: ImportPlan, file: string, taken: Map<string, string>): ImportPlan {
  const earlier = new Map(
    plan.tools.flatMap(({ tool_id }) => {
      const by = taken.get(tool_id.toLowerCase());
      return by === undefined ? [] : [[tool_id, by] as const];
    }),
  );
  for (const { tool_id } of plan.tools) {
    if (!earlier.has(tool_id)) taken.set(tool_id.toLowerCase(), file);
  }
  const clashing = plan.tools.flatMap(({ source, name, tool_id }) => {
    const by = earlier.get(tool_id);
    if (by === undefined) return [];
    const message = `${by} gave this tool_id before. Import one of the two under a --namespace of its own.`;
    return [{ source, name, tool_id, code: 'tool-id-repeated', pointer: '', message }];
  });
  return {
    ...plan,
    tools: plan.tools.filter(({ tool_id }) => !earlier.has(tool_id)),
    quarantined: [...plan.quarantined, ...clashing],
  };
}

function reportOn(
  file: string,
  plan: ImportPlan,
  settled: readonly SettledTool[],
  outcomes: readonly Outcome[],
): ServerReport {
  const { server, namespace, version, incomplete } = plan;
  const byId = new Map(outcomes.map((outcome) => [outcome.item.tool_id, outcome]));
  const registered = settled.flatMap((tool): ToolReport[] => {
    const { source, name, tool_id, leftOut, step } = tool;
    const outcome = byId.get(tool_id);
    if (outcome === undefined) return [];
    const found = { name, tool_id, version: tool.version, outcome: outcome.outcome, source };
    const more = leftOut.length === 0 ? {} : { left_out: leftOut };
    if (outcome.outcome === 'quarantined') return [{ ...found, ...outcome.reason, ...more }];
    const moved = step === undefined || outcome.outcome === 'unchanged' ? {} : { step };
    return [{ ...found, ...outcome.more, ...moved, ...more }];
  });
  const aside = plan.quarantined.map(
    ({ source, name, tool_id, code, pointer, message }): ToolReport => {
      return { name, tool_id, version, outcome: 'quarantined', source, code, pointer, message };
    },
  );
  return { file, server, namespace, version, incomplete, tools: [...registered, ...aside] };
}
