import { isObject, member } from '../json/value.js';
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
    if (height > SCHEMA_LIMITS.chain) return [...walk.circleFaults(), chainFault(place.pointer)];
    if (ways > SCHEMA_LIMITS.fanOut) return [...walk.circleFaults(), fanOutFault(place.pointer)];
  }
  return walk.circleFaults();
};

/** What follows from one schema at one place of an instance, both numbers cut off above the caps. */
interface Reach {
  /** The number of references, each counted as often as there are ways to it. */
  readonly ways: number;
  /** The longest chain of schemas. */
  readonly height: number;
}

class Walk {
  private readonly circles = new Set<string>();
  private readonly known = new Map<string, Reach>();
  private readonly open = new Set<string>();
  private readonly namesakes = new Map<string, readonly Located[]>();

  constructor(private readonly index: ResourceIndex) {}

  circleFaults(): SchemaFault[] {
    return [...this.circles].map(circleFault);
  }

  from(at: Located): Reach {
    const known = this.known.get(at.pointer);
    if (known !== undefined) return known;
    if (this.open.has(at.pointer)) {
      this.circles.add(at.pointer);
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
    const follow = (choices: readonly Located[], each: number): void => {
      const reaches = choices.map((choice) => this.inDocument(choice));
      const most = Math.max(...reaches.map((reach) => reach.ways));
      ways = Math.min(ways + each + most, SCHEMA_LIMITS.fanOut + 1);
      height = Math.max(height, ...reaches.map((reach) => reach.height));
    };
    for (const target of referredTo(this.index, at)) follow(this.choices(at, target), 1);
    for (const inner of appliedInPlace(at)) follow([inner], 0);
    return { ways, height: height + 1 };
  }

  /** The built-in meta-schemas recur only through properties and items. */
  private inDocument(at: Located): Reach {
    return isInDocument(at.pointer) ? this.from(at) : { ways: 0, height: 0 };
  }

  /** What a dynamic reference may lead to in some dynamic scope; only one of them in each. */
  private choices(from: Located, target: Located): readonly Located[] {
    const isDynamic = isObject(from.schema) && member(from.schema, '$dynamicRef') !== undefined;
    const name = isObject(target.schema) ? member(target.schema, '$dynamicAnchor') : undefined;
    if (!isDynamic || typeof name !== 'string') return [target];
    const known = this.namesakes.get(name) ?? this.namesakesOf(name);
    this.namesakes.set(name, known);
    return [target, ...known];
  }

  private namesakesOf(name: string): Located[] {
    const places = [...this.index.locations.values()];
    return [...new Set(places.map(({ resource }) => resource))].flatMap(
      (resource) => this.index.dynamicAnchor(resource, name) ?? [],
    );
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
