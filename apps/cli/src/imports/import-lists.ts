import { planImport, type ImportPlan } from '#core/imports/tools-list/plan-import.js';
import type { Profile } from '#core/imports/tools-list/profile.js';
import type { ApiClient } from '../client/api-client.js';
import type { ImportReport, ServerReport, ToolReport } from './import-report.js';
import type { ListFile } from './read-files.js';
import { registerItems, type Outcome } from './register-items.js';

export interface Importing {
  readonly client: ApiClient;
  readonly dryRun: boolean;
  readonly onTools: (count: number, namespace: string) => void;
}

interface PlannedFile {
  readonly file: string;
  readonly plan: ImportPlan;
}

/** Plans every list, so that the whole number of tools is known before the first is sent. */
export const planLists = (files: readonly ListFile[], profile: Profile): PlannedFile[] => {
  const taken = new Map<string, string>();
  return files.flatMap(({ file, fallbackName, reading }) =>
    reading.ok
      ? [{ file, plan: withoutTaken(planImport(reading, profile, fallbackName), file, taken) }]
      : [],
  );
};

export const importLists = async (
  files: readonly ListFile[],
  planned: readonly PlannedFile[],
  importing: Importing,
): Promise<ImportReport> => {
  const servers: ServerReport[] = [];
  for (const { file, plan } of planned) {
    const { namespace, version } = plan;
    const items = plan.tools.map(({ tool_id, manifest }) => ({ tool_id, version, manifest }));
    const outcomes = await registerItems(importing.client, items, {
      dryRun: importing.dryRun,
      onOutcomes: (some) => importing.onTools(some.length, namespace),
    });
    servers.push(reportOn(file, plan, outcomes));
  }
  const unreadable = files.flatMap(({ file, reading }) =>
    reading.ok
      ? []
      : [{ file, code: reading.code, pointer: reading.pointer, message: reading.message }],
  );
  return { dry_run: importing.dryRun, servers, unreadable };
};

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

function reportOn(file: string, plan: ImportPlan, outcomes: readonly Outcome[]): ServerReport {
  const { server, namespace, version, incomplete } = plan;
  const byId = new Map(outcomes.map((outcome) => [outcome.item.tool_id, outcome]));
  const registered = plan.tools.flatMap(({ source, name, tool_id, leftOut }): ToolReport[] => {
    const outcome = byId.get(tool_id);
    if (outcome === undefined) return [];
    const found = { name, tool_id, version, outcome: outcome.outcome, source };
    const more = leftOut.length === 0 ? {} : { left_out: leftOut };
    if (outcome.outcome === 'quarantined') return [{ ...found, ...outcome.reason, ...more }];
    return [{ ...found, ...outcome.more, ...more }];
  });
  const aside = plan.quarantined.map(
    ({ source, name, tool_id, code, pointer, message }): ToolReport => {
      return { name, tool_id, version, outcome: 'quarantined', source, code, pointer, message };
    },
  );
  return { file, server, namespace, version, incomplete, tools: [...registered, ...aside] };
}
