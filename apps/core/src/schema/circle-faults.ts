import type { SchemaFault } from './fault.js';
import { SCHEMA_LIMITS } from './limits.js';
import { appliedInPlace, isInDocument, referredTo, type Located } from './reachable.js';
import type { ResourceIndex } from './resources.js';

/**
 * Circles that come back to the same place of an instance without a step into a property or an item
 * (`allOf: [{$ref: "#"}]`: validating would never end), references that multiply each other there
 * (a union that doubles twenty times over), and chains too long to follow. At most one of the last
 * two. Recursion through properties and items is fine.
 */
export const circleFaults = (
  index: ResourceIndex,
  places: ReadonlyMap<string, Located>,
): SchemaFault[] => {
  const walk = new Walk(index);
  for (const place of places.values()) {
    const { ways, height } = walk.from(place);
    if (height > SCHEMA_LIMITS.chain) return [...walk.circles, chainFault(place.pointer)];
    if (ways > SCHEMA_LIMITS.fanOut) return [...walk.circles, fanOutFault(place.pointer)];
  }
  return walk.circles;
};

/** What follows from one schema at one place of an instance, both numbers cut off above the caps. */
interface Reach {
  /** The number of references, each counted as often as there are ways to it. */
  readonly ways: number;
  /** The longest chain of schemas. */
  readonly height: number;
}

class Walk {
  readonly circles: SchemaFault[] = [];
  private readonly known = new Map<string, Reach>();
  private readonly open = new Set<string>();

  constructor(private readonly index: ResourceIndex) {}

  from(at: Located): Reach {
    const known = this.known.get(at.pointer);
    if (known !== undefined) return known;
    if (this.open.has(at.pointer)) {
      this.circles.push(circleFault(at.pointer));
      return { ways: 0, height: 0 };
    }
    // The chain is at least this long, so that it is refused anyhow; no deeper, for the stack.
    if (this.open.size > SCHEMA_LIMITS.chain) return { ways: 0, height: SCHEMA_LIMITS.chain };
    this.open.add(at.pointer);
    const reach = this.over(at);
    this.open.delete(at.pointer);
    this.known.set(at.pointer, reach);
    return reach;
  }

  private over(at: Located): Reach {
    let ways = 0;
    let height = 0;
    const follow = (next: Located): void => {
      // The built-in meta-schemas recur only through properties and items.
      const reach = isInDocument(next.pointer) ? this.from(next) : { ways: 0, height: 0 };
      ways = Math.min(ways + reach.ways, SCHEMA_LIMITS.fanOut + 1);
      height = Math.max(height, reach.height);
    };
    for (const target of referredTo(this.index, at)) {
      ways += 1;
      follow(target);
    }
    appliedInPlace(at).forEach(follow);
    return { ways, height: height + 1 };
  }
}

const circleFault = (at: string): SchemaFault => ({
  pointer: at,
  code: 'reference-circle',
  message: 'This schema leads back to itself without a step into a property or an item.',
});

const fanOutFault = (at: string): SchemaFault => ({
  pointer: at,
  code: 'reference-fan-out',
  message: `References multiply to more than ${SCHEMA_LIMITS.fanOut} ways from here.`,
});

const chainFault = (at: string): SchemaFault => ({
  pointer: at,
  code: 'reference-chain',
  message: `More than ${SCHEMA_LIMITS.chain} schemas follow each other from here.`,
});
