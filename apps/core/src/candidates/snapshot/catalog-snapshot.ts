import { clearBit, emptyMask, grownMask, hasBit, setBit, type Mask } from '../../bits/mask.js';
import type { Grant } from '../../policy/grant.js';
import { couldBeServed, servedVersion, type ServableVersion } from '../../versions/served.js';
import type { AskedRequest, CatalogTool } from '../offer.js';
import { reachForTenant, reachOfRequest, type Reach } from '../select.js';
import { listedVersion } from '../visible.js';
import { EligibleOffers, type Deviation } from './eligible-offers.js';
import { EligibleSlots } from './eligible-slots.js';
import { OrderedTools } from './ordered-tools.js';
import type { SlottedOffer, SlottedTool } from './slotted-tool.js';

/** Eight megabytes of masks. */
const REMEMBERED_BITS = 64 * 1024 * 1024;

/**
 * The tools in force, kept so that a request costs microseconds however many there are, and a change
 * only what its own tool costs. It answers exactly as `eligible` and `rankedAmong` do over the same
 * tools. Each version has a slot, which lasts as long as its texts do; a slot is never used again.
 */
export class CatalogSnapshot<V extends ServableVersion, T extends CatalogTool<V>> {
  readonly tools = new Map<string, SlottedTool<V, T>>();
  /** By slot; undefined where what it stood for is gone. */
  readonly offers: (SlottedOffer<V, T> | undefined)[] = [];
  private readonly slots = new EligibleSlots();
  private readonly ordered = new OrderedTools<SlottedTool<V, T>>();
  /** Slots of tools that are served without pin and session. */
  private served: Mask = emptyMask(0);
  /** What was answered since the last change, by its reach. */
  private readonly answered = new Map<string, EligibleOffers<V, T>>();
  /** Tools of which a session may get another version than no session does. */
  private readonly drawn = new Set<string>();

  /** `textOf` names what a version says: while it stays the same, so does the slot. */
  constructor(private readonly textOf: (tool: T, version: V) => string) {}

  /** What is known of a tool from now on; returns the slots that stand for nothing any more. */
  put(tool: T): number[] {
    this.answered.clear();
    const listed = listedVersion<V>(tool);
    if (listed === null) return this.remove(tool.tool_id);
    const before = this.tools.get(tool.tool_id);
    const left = new Map(
      [...(before?.slotOf ?? [])].map(([version, slot]) => [
        before === undefined ? '' : this.textOf(before.tool, version),
        slot,
      ]),
    );
    const slotOf = new Map(
      tool.versions.map((version) => [version, this.slotFor(tool, version, left)]),
    );
    const slotted = { tool_id: tool.tool_id, tool, listed, slot: slotOf.get(listed) ?? 0, slotOf };
    for (const [version, slot] of slotOf) this.offers[slot] = { tool, version, slotted };
    if (before !== undefined && before.slot !== slotted.slot) this.hide(before.slot);
    this.tools.set(tool.tool_id, slotted);
    this.ordered.put(slotted);
    this.show(slotted);
    return this.vacate(left.values());
  }

  remove(toolId: string): number[] {
    this.answered.clear();
    const before = this.tools.get(toolId);
    if (before === undefined) return [];
    this.hide(before.slot);
    this.tools.delete(toolId);
    this.ordered.remove(toolId);
    this.drawn.delete(toolId);
    return this.vacate(before.slotOf.values());
  }

  /** What a request may be answered. */
  eligible(request: AskedRequest, grant: Grant): EligibleOffers<V, T> {
    const reach = reachOfRequest(request, grant);
    const deviations = this.deviations(request);
    if (deviations.length > 0) return this.filter(reach, deviations);
    const key = JSON.stringify(reach);
    const known = this.answered.get(key);
    if (known !== undefined) return known;
    const filtered = this.filter(reach, deviations);
    this.remember(key, filtered);
    return filtered;
  }

  private filter(reach: Reach, deviations: readonly Deviation<V, T>[]): EligibleOffers<V, T> {
    const within = this.slots.select(reach);
    const { ordered, offers, served } = this;
    return new EligibleOffers({ ordered, offers }, { within, served }, deviations);
  }

  /** The same agents ask again and again; what they reach is kept until something changes. */
  private remember(key: string, filtered: EligibleOffers<V, T>): void {
    const most = Math.ceil(REMEMBERED_BITS / (this.offers.length + 32_768));
    const [oldest] = this.answered.keys();
    if (this.answered.size >= most && oldest !== undefined) this.answered.delete(oldest);
    this.answered.set(key, filtered);
  }

  /** The slots that ranking may compare texts within; each tool by the version `eligible` has. */
  rankedAmong(request: AskedRequest, grant: Grant): Mask {
    const reach = reachForTenant(grant, request.tenant);
    const visible = grownMask(this.slots.select(reach), this.offers.length);
    for (const { tool, version } of this.deviations(request)) {
      const slot = version === null ? tool.slot : (tool.slotOf.get(version) ?? tool.slot);
      if (slot === tool.slot || !hasBit(visible, tool.slot)) continue;
      clearBit(visible, tool.slot);
      setBit(visible, slot);
    }
    return visible;
  }

  /** Whether pins or the session ask of any tool for its version anew. */
  deviates(request: AskedRequest): boolean {
    return this.deviations(request).length > 0;
  }

  private deviations({ pins, session }: AskedRequest): Deviation<V, T>[] {
    const asked = new Set(session === undefined ? [] : this.drawn);
    for (const toolId of pins.keys()) asked.add(toolId);
    return [...asked].flatMap((toolId) => {
      const tool = this.tools.get(toolId);
      if (tool === undefined) return [];
      const pin = pins.get(toolId);
      const version = servedVersion(tool.tool.versions, {
        tool_id: toolId,
        ...(pin === undefined ? {} : { pin }),
        ...(session === undefined ? {} : { session }),
      });
      return [{ tool, version }];
    });
  }

  private slotFor(tool: T, version: V, left: Map<string, number>): number {
    if (left.size === 0) return this.offers.push(undefined) - 1;
    const text = this.textOf(tool, version);
    const known = left.get(text);
    left.delete(text);
    return known ?? this.offers.push(undefined) - 1;
  }

  private vacate(slots: Iterable<number>): number[] {
    const dead = [...slots];
    for (const slot of dead) this.offers[slot] = undefined;
    return dead;
  }

  private show({ tool, slot }: SlottedTool<V, T>): void {
    const { tool_id: toolId, suspended, policy, versions } = tool;
    this.slots.apply(slot, {
      tool_id: toolId,
      suspended,
      policy,
      served: couldBeServed(versions),
    });
    this.served = grownMask(this.served, slot + 1);
    if (servedVersion<V>(versions, { tool_id: toolId }) === null) clearBit(this.served, slot);
    else setBit(this.served, slot);
    if (versions.every(({ rollout }) => rollout.percent >= 100)) this.drawn.delete(toolId);
    else this.drawn.add(toolId);
  }

  private hide(slot: number): void {
    this.slots.apply(slot, null);
    clearBit(this.served, slot);
  }
}
