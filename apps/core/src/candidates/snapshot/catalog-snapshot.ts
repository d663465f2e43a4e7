import {
  clearBit,
  emptyMask,
  forEachBit,
  grownMask,
  hasBit,
  intersection,
  setBit,
  type Mask,
} from '../../bits/mask.js';
import { Remembered } from '../../memory/remembered.js';
import { SeenLately } from '../../memory/seen-lately.js';
import type { Grant } from '../../policy/grant.js';
import type { Range } from '../../versions/range.js';
import { couldBeServed, servedVersion, type ServableVersion } from '../../versions/served.js';
import type { AskedRequest, CatalogTool } from '../offer.js';
import { reachForTenant, reachOfRequest, type Reach } from '../select.js';
import { listedVersion } from '../visible.js';
import { EligibleOffers, type Deviation } from './eligible-offers.js';
import { EligibleSlots } from './eligible-slots.js';
import { OrderedTools } from './ordered-tools.js';
import { keyBytes, reachKey } from './reach-key.js';
import { slotOf, SlottedTool, type SlottedOffer } from './slotted-tool.js';

const REMEMBERED_BYTES = 16 * 1024 * 1024;
/** What a remembered answer takes up beside its masks and its key. */
const ANSWER_BYTES = 8 * 1024;
/** A reach that takes more to tell is the caller's own, and worked out each time. */
const MOST_KEY = 1_000;

/** Of a tool that is new; nothing is ever put in it. */
const NO_TEXTS = new Map<string, number>();

const isPartial = ({ rollout }: ServableVersion): boolean => rollout.percent < 100;

const withBit = (mask: Mask, slot: number, isSet: boolean): Mask => {
  const grown = grownMask(mask, slot + 1);
  if (isSet) setBit(grown, slot);
  else clearBit(grown, slot);
  return grown;
};

/** The version of a tool that a ranking has in another slot than without pin and session. */
export interface Move {
  readonly from: number;
  readonly to: number;
}

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
  private readonly answered = new Remembered<string, EligibleOffers<V, T>>(REMEMBERED_BYTES);
  private readonly reaches = new SeenLately();
  /** Slots of tools of which a session may get another version than no session does. */
  private drawn: Mask = emptyMask(0);

  /** `textOf` names what a version says: while it stays the same, so does the slot. */
  constructor(private readonly textOf: (tool: T, version: V) => string) {}

  /** What is known of a tool from now on; returns the slots that stand for nothing any more. */
  put(tool: T): number[] {
    this.answered.clear();
    const served = servedVersion<V>(tool.versions, { tool_id: tool.tool_id });
    const listed = served ?? listedVersion<V>(tool);
    if (listed === null) return this.remove(tool.tool_id);
    const before = this.tools.get(tool.tool_id);
    const left = before === undefined ? NO_TEXTS : this.textsOf(before);
    const slotted = this.slotted(tool, listed, left);
    if (before !== undefined && before.slot !== slotted.slot) this.hide(before.slot);
    this.tools.set(tool.tool_id, slotted);
    this.ordered.put(slotted);
    this.show(slotted, served !== null);
    return left.size === 0 ? [] : this.vacate(left.values());
  }

  /** With a slot for each version; what is `left` after that are those of texts that nobody has. */
  private slotted(tool: T, listed: V, left: Map<string, number>): SlottedTool<V, T> {
    if (tool.versions.length === 1) {
      const slotted = new SlottedTool<V, T>(tool, listed, this.slotFor(tool, listed, left), null);
      this.offers[slotted.slot] = slotted;
      return slotted;
    }
    const slots = tool.versions.map((version) => this.slotFor(tool, version, left));
    const slot = slots[tool.versions.indexOf(listed)] ?? 0;
    const slotted = new SlottedTool<V, T>(tool, listed, slot, slots);
    for (const [at, version] of tool.versions.entries()) {
      this.offers[slots[at] ?? 0] = version === listed ? slotted : { tool, version, slotted };
    }
    return slotted;
  }

  remove(toolId: string): number[] {
    this.answered.clear();
    const before = this.tools.get(toolId);
    if (before === undefined) return [];
    this.hide(before.slot);
    this.tools.delete(toolId);
    this.ordered.remove(toolId);
    return this.vacate(before.slots);
  }

  /** What a request may be answered. */
  eligible(request: AskedRequest, grant: Grant): EligibleOffers<V, T> {
    const usual = this.usual(reachOfRequest(request, grant));
    const deviations = this.deviations(request, usual.within);
    return deviations.length === 0 ? usual : usual.deviating(deviations);
  }

  /** Without pin and session. What is asked again is kept until something changes. */
  private usual(reach: Reach): EligibleOffers<V, T> {
    const key = reachKey(reach, MOST_KEY);
    const known = key === null ? undefined : this.answered.get(key);
    if (known !== undefined) return known;
    const within = this.slots.select(reach);
    const { ordered, offers, served } = this;
    const usual = new EligibleOffers({ ordered, offers }, { within, served });
    if (key !== null && this.reaches.meet(key)) {
      this.answered.set(key, usual, 2 * within.byteLength + keyBytes(key) + ANSWER_BYTES);
    }
    return usual;
  }

  /** The slots that ranking may compare texts within; each tool by the version `eligible` has. */
  rankedAmong(request: AskedRequest, grant: Grant): Mask {
    const ranked = this.usuallyRankedAmong(reachForTenant(grant, request.tenant));
    for (const { from, to } of this.moves(request, ranked)) {
      clearBit(ranked, from);
      setBit(ranked, to);
    }
    return ranked;
  }

  /** The same without pin and session, in a mask of its own. */
  usuallyRankedAmong(reach: Reach): Mask {
    return grownMask(this.slots.select(reach), this.offers.length);
  }

  /** What pins and the session change of what a request is usually ranked among. */
  moves(request: AskedRequest, usually: Mask): Move[] {
    return this.deviations(request, usually).flatMap(({ tool, version }) => {
      const to = version === null ? tool.slot : slotOf(tool, version);
      return to === tool.slot ? [] : [{ from: tool.slot, to }];
    });
  }

  /**
   * Which of the tools within the mask have another version for the pins and the session than they
   * usually have. Of a tool outside nothing depends, and no time either, on whether there is one.
   */
  private deviations({ pins, session }: AskedRequest, within: Mask): Deviation<V, T>[] {
    const asked = new Set<SlottedTool<V, T>>();
    for (const toolId of pins.keys()) {
      const tool = this.tools.get(toolId);
      if (tool !== undefined && hasBit(within, tool.slot)) asked.add(tool);
    }
    if (session !== undefined) {
      forEachBit(intersection(this.drawn, within), (slot) => {
        const offer = this.offers[slot];
        if (offer !== undefined) asked.add(offer.slotted);
      });
    }
    return [...asked].flatMap((tool) => this.deviation(tool, pins.get(tool.tool_id), session));
  }

  private deviation(
    tool: SlottedTool<V, T>,
    pin: Range | undefined,
    session: string | undefined,
  ): Deviation<V, T>[] {
    const version = servedVersion(tool.tool.versions, {
      tool_id: tool.tool_id,
      ...(pin === undefined ? {} : { pin }),
      ...(session === undefined ? {} : { session }),
    });
    const usual = hasBit(this.served, tool.slot) ? tool.listed : null;
    return version === usual ? [] : [{ tool, version }];
  }

  /** The slots that a tool has, by what their versions say. */
  private textsOf({ tool, slots }: SlottedTool<V, T>): Map<string, number> {
    return new Map(
      tool.versions.map((version, at) => [this.textOf(tool, version), slots[at] ?? 0]),
    );
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

  private show({ tool, slot }: SlottedTool<V, T>, isServed: boolean): void {
    const { versions } = tool;
    this.slots.apply(slot, tool, couldBeServed(versions));
    this.served = withBit(this.served, slot, isServed);
    this.drawn = withBit(this.drawn, slot, versions.some(isPartial));
  }

  private hide(slot: number): void {
    this.slots.apply(slot, null);
    clearBit(this.served, slot);
    clearBit(this.drawn, slot);
  }
}
