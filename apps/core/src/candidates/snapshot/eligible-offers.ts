import {
  clearBit,
  countBits,
  forEachBit,
  grownMask,
  hasBit,
  narrow,
  setBit,
  type Mask,
} from '../../bits/mask.js';
import type { ServableVersion } from '../../versions/served.js';
import type { CatalogTool, Offer } from '../offer.js';
import type { OrderedTools } from './ordered-tools.js';
import { slotOf, type SlottedOffer, type SlottedTool } from './slotted-tool.js';

/** A tool of which a pin or a session asks for the version anew; null is none. */
export interface Deviation<V extends ServableVersion, T extends CatalogTool<V>> {
  readonly tool: SlottedTool<V, T>;
  readonly version: V | null;
}

/** Where the tools are looked up. */
export interface Catalog<V extends ServableVersion, T extends CatalogTool<V>> {
  readonly ordered: OrderedTools<SlottedTool<V, T>>;
  readonly offers: readonly (SlottedOffer<V, T> | undefined)[];
}

export interface Filtered {
  /** Tools that pass every stage if they are served. */
  readonly within: Mask;
  /** Tools that are served without pin and session. */
  readonly served: Mask;
}

/** What sorting one tool costs beside passing one by. */
const SORTING = 8;

/** The answer of the filter to one request, as bits until an offer is really asked for. */
export class EligibleOffers<V extends ServableVersion, T extends CatalogTool<V>> {
  readonly count: number;
  /** One bit for each tool, at the slot of its listed version. */
  private readonly mask: Mask;
  private readonly versions = new Map<SlottedTool<V, T>, V>();
  /** The first of them, as far as they were asked for. */
  private listed: readonly (Offer<V> & { readonly tool: T })[] = [];

  /** Each deviation is of a tool within. */
  constructor(
    private readonly catalog: Catalog<V, T>,
    private readonly filtered: Filtered,
    deviations: readonly Deviation<V, T>[] = [],
  ) {
    this.mask = filtered.within.slice();
    narrow(this.mask, filtered.served);
    for (const { tool, version } of deviations) {
      if (version === null) clearBit(this.mask, tool.slot);
      else {
        setBit(this.mask, tool.slot);
        this.versions.set(tool, version);
      }
    }
    this.count = countBits(this.mask);
  }

  /** One bit for each tool that a pin or a session could make one of them. */
  get within(): Mask {
    return this.filtered.within;
  }

  /** The same with other versions of some of the tools within. */
  deviating(deviations: readonly Deviation<V, T>[]): EligibleOffers<V, T> {
    return new EligibleOffers(this.catalog, this.filtered, deviations);
  }

  /** The first of them by tool_id. */
  first(most: number): readonly (Offer<V> & { readonly tool: T })[] {
    if (this.listed.length < Math.min(most, this.count)) {
      const found = this.areFew(most) ? this.gathered() : this.inOrder(most);
      this.listed = found.slice(0, most).map((slotted) => ({
        tool: slotted.tool,
        version: this.versions.get(slotted) ?? slotted.listed,
      }));
    }
    return this.listed.length <= most ? this.listed : this.listed.slice(0, most);
  }

  /** The slots of the versions that are offered, for a ranking of so many slots. */
  survivors(slots: number): Mask {
    const survivors = grownMask(this.mask.slice(), slots);
    for (const [tool, version] of this.versions) {
      clearBit(survivors, tool.slot);
      setBit(survivors, slotOf(tool, version));
    }
    return survivors;
  }

  /** Few are gathered and sorted; the first of many are found sooner by going through all tools. */
  private areFew(most: number): boolean {
    const passedBy = (this.catalog.ordered.all.length * most) / (this.count + 1);
    return this.count * SORTING < passedBy;
  }

  private gathered(): SlottedTool<V, T>[] {
    const found: SlottedTool<V, T>[] = [];
    forEachBit(this.mask, (slot) => {
      const offer = this.catalog.offers[slot];
      if (offer !== undefined) found.push(offer.slotted);
    });
    return found.sort((one, other) => (one.tool_id < other.tool_id ? -1 : 1));
  }

  private inOrder(most: number): SlottedTool<V, T>[] {
    const found: SlottedTool<V, T>[] = [];
    for (const tool of this.catalog.ordered.all) {
      if (found.length === most) break;
      if (hasBit(this.mask, tool.slot)) found.push(tool);
    }
    return found;
  }
}
