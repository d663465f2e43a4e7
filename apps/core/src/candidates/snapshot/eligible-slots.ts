import { clearBit, emptyMask, grownMask, narrowToAny, setBit, type Mask } from '../../bits/mask.js';
import { namespaceOf } from '../../contract/tool-id.js';
import { RISK_LEVELS, riskRank } from '../../policy/policy.js';
import type { FilteredTool, Reach } from '../select.js';
import { NamePostings } from './name-postings.js';

/** All of it but whether a version is served, which changes without it. */
type SlottedFacts = Omit<FilteredTool, 'served'>;

/**
 * The candidate filter over a whole catalog at once: `select` with bit sets, a few microseconds at
 * 100,000 tools. Each tool has a slot that it keeps; a change is applied in place and costs what its
 * own lists cost. It decides nothing by itself: for every catalog and reach it names exactly the
 * tools that `removedBy` lets through.
 */
export class EligibleSlots {
  private readonly tools: (SlottedFacts | undefined)[] = [];
  private servable: Mask = emptyMask(0);
  private readonly risks: Mask[] = RISK_LEVELS.map(() => emptyMask(0));
  private readonly namespaces = new NamePostings();
  private readonly roles = new NamePostings();
  private readonly tenants = new NamePostings();
  private readonly taskTypes = new NamePostings();

  /** One more than the highest slot that was ever taken. */
  get size(): number {
    return this.tools.length;
  }

  /** What is known of the tool in a slot from now on; null where there is none any more. */
  apply(slot: number, tool: SlottedFacts | null, isServed = false): void {
    const before = this.tools[slot];
    if (before !== undefined) this.forget(slot, before);
    while (this.tools.length <= slot) this.tools.push(undefined);
    this.tools[slot] = tool ?? undefined;
    if (tool !== null) this.take(slot, tool, isServed);
  }

  /** The slots of the tools that pass every stage, in a mask of its own. */
  select(reach: Reach): Mask {
    const selected = grownMask(this.servable.slice(), this.size);
    this.roles.narrowToOverlapping(reach.roles, selected);
    this.tenants.narrowToOverlapping(reach.tenants, selected);
    this.taskTypes.narrowToOverlapping(reach.task_types, selected);
    this.namespaces.narrowToOverlapping(reach.namespaces, selected);
    const most = riskRank(reach.max_risk) + 1;
    if (most < this.risks.length) narrowToAny(selected, this.risks.slice(0, most));
    return selected;
  }

  private take(slot: number, tool: SlottedFacts, isServed: boolean): void {
    const { policy } = tool;
    if (!tool.suspended && isServed) {
      this.servable = grownMask(this.servable, slot + 1);
      setBit(this.servable, slot);
    }
    const rank = riskRank(policy.risk_level);
    const risk = grownMask(this.risks[rank] ?? emptyMask(0), slot + 1);
    setBit(risk, slot);
    this.risks[rank] = risk;
    this.namespaces.add(slot, [namespaceOf(tool.tool_id)]);
    this.roles.add(slot, policy.allowed_roles);
    this.tenants.add(slot, policy.allowed_tenants);
    this.taskTypes.add(slot, policy.task_types);
  }

  private forget(slot: number, { tool_id, policy }: SlottedFacts): void {
    if (slot >>> 5 < this.servable.length) clearBit(this.servable, slot);
    const risk = this.risks[riskRank(policy.risk_level)];
    if (risk !== undefined) clearBit(risk, slot);
    this.namespaces.delete(slot, [namespaceOf(tool_id)]);
    this.roles.delete(slot, policy.allowed_roles);
    this.tenants.delete(slot, policy.allowed_tenants);
    this.taskTypes.delete(slot, policy.task_types);
  }
}
