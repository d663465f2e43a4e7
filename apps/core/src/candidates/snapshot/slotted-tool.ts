import type { ServableVersion } from '../../versions/served.js';
import type { CatalogTool, Offer } from '../offer.js';

/** What a slot stands for. */
export interface SlottedOffer<
  V extends ServableVersion,
  T extends CatalogTool<V>,
> extends Offer<V> {
  readonly tool: T;
  readonly slotted: SlottedTool<V, T>;
}

/** A tool in the snapshot, with the slots of its versions; itself what the slot of `listed` stands for. */
export class SlottedTool<
  V extends ServableVersion,
  T extends CatalogTool<V>,
> implements SlottedOffer<V, T> {
  constructor(
    readonly tool: T,
    /** The version that stands for the tool where neither pin nor session say otherwise. */
    readonly listed: V,
    /** The slot of `listed`; its bit in a mask stands for the tool. */
    readonly slot: number,
    /** Those of the versions, in the order in which the tool has them; null where it has but the one. */
    private readonly all: readonly number[] | null,
  ) {}

  get tool_id(): string {
    return this.tool.tool_id;
  }

  get version(): V {
    return this.listed;
  }

  get slotted(): this {
    return this;
  }

  get slots(): readonly number[] {
    return this.all ?? [this.slot];
  }
}

/** The slot of one of its versions; a list is looked through sooner than a map is kept for each tool. */
export const slotOf = <V extends ServableVersion, T extends CatalogTool<V>>(
  { tool, slots, slot }: SlottedTool<V, T>,
  version: V,
): number => slots[tool.versions.indexOf(version)] ?? slot;
