import { removedBy, STAGES, type FilteredTool, type Reach, type Stage } from './select.js';

export interface Explanation {
  /** How many tools are left after each stage, in the order of the stages. */
  readonly stages: readonly { readonly stage: Stage; readonly left: number }[];
  readonly tools: readonly ExplainedTool[];
}

export interface ExplainedTool {
  readonly tool_id: string;
  readonly removed_by: Stage | null;
  readonly why: string;
}

/** For an auditor: at which stage each tool fell for a caller, and why. Made by `removedBy` alone. */
export const explain = (tools: readonly FilteredTool[], reach: Reach): Explanation => {
  const explained = tools.map((tool): ExplainedTool => {
    const stage = removedBy(tool, reach);
    return {
      tool_id: tool.tool_id,
      removed_by: stage,
      why: stage === null ? 'a candidate' : WHY[stage](tool, reach),
    };
  });
  const stages = STAGES.map((stage, index) => ({
    stage,
    left: explained.filter(
      ({ removed_by }) => removed_by === null || STAGES.indexOf(removed_by) > index,
    ).length,
  }));
  return { stages, tools: explained };
};

const WHY: Record<Stage, (tool: FilteredTool, reach: Reach) => string> = {
  servable: ({ suspended }) =>
    suspended ? 'the tool or its namespace is suspended' : 'no version is served to this caller',
  role: ({ policy }, { roles }) =>
    policy.allowed_roles.length === 0
      ? 'allowed_roles is empty, which admits nobody'
      : `allowed_roles holds none of ${roles.join(', ')}`,
  tenant: ({ policy }, { tenants }) =>
    policy.allowed_tenants.length === 0
      ? 'allowed_tenants is empty, which admits nobody'
      : `allowed_tenants does not hold ${tenants.join(', ')}`,
  task_type: ({ policy }, { task_types }) =>
    policy.task_types.length === 0
      ? 'task_types is empty, which admits nobody'
      : `task_types does not hold ${task_types.join(', ')}`,
  risk: ({ policy }, { max_risk }) => `${policy.risk_level} is above ${max_risk}`,
};
