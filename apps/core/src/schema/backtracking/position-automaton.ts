import type { AST } from '@eslint-community/regexpp';
import type { CharSet } from 'refa';
import { toUnicodeSet } from 'regexp-ast-analysis';

/**
 * The positions of a pattern (Glushkov): each character of it is a state, and an edge says how many
 * ways lead from one to the next (2 stands for more). A backtracking matcher tries each of them, so
 * that, unlike in a textbook, the two loops of `(a+)+` are two edges.
 */
export interface PositionAutomaton {
  readonly sets: readonly CharSet[];
  readonly edges: readonly ReadonlyMap<number, number>[];
  /** From here a match can end at once, without an assertion that could still fail. */
  readonly freelyAccepting: ReadonlySet<number>;
  /** Loops of a written bound, taken for endless ones. */
  readonly bounded: ReadonlySet<number>;
}

export interface Expansion {
  /** Counted loops up to this maximum are written out; longer ones count as endless. */
  readonly count: number;
  readonly positions: number;
  readonly edges: number;
}

/** Null where there are too many positions. Assertions count as empty, their insides are not seen. */
export const automatonOf = (
  alternatives: readonly AST.Alternative[],
  limit: Expansion,
): PositionAutomaton | null => {
  const builder = new Builder(limit);
  const whole = builder.anyOf(alternatives);
  if (builder.isFull) return null;
  const { sets, edges, bounded } = builder;
  return { sets, edges, bounded, freelyAccepting: whole.freeEnds };
};

/** What is known of a part of the pattern. */
interface Part {
  /** Ways to match nothing. */
  readonly empty: number;
  /** Whether it can match nothing without an assertion. */
  readonly freelyEmpty: boolean;
  readonly starts: ReadonlyMap<number, number>;
  readonly ends: ReadonlyMap<number, number>;
  readonly freeEnds: ReadonlySet<number>;
}

const NOTHING: ReadonlyMap<number, number> = new Map();
const NO_ENDS: ReadonlySet<number> = new Set();

const EMPTY: Part = {
  empty: 1,
  freelyEmpty: true,
  starts: NOTHING,
  ends: NOTHING,
  freeEnds: NO_ENDS,
};

const ASSERTION: Part = { ...EMPTY, freelyEmpty: false };

const two = (ways: number): number => Math.min(ways, 2);

const plus = (
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
  times: number,
): ReadonlyMap<number, number> => {
  if (times === 0 || other.size === 0) return one;
  const sum = new Map(one);
  for (const [position, ways] of other) {
    sum.set(position, two((sum.get(position) ?? 0) + ways * times));
  }
  return sum;
};

/** Alternatives have no position in common. */
const union = (maps: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> =>
  new Map(maps.flatMap((map) => [...map]));

const optional = (part: Part): Part => ({ ...part, empty: 1, freelyEmpty: true });

class Builder {
  readonly sets: CharSet[] = [];
  readonly edges: Map<number, number>[] = [];
  readonly bounded = new Set<number>();
  private edgeCount = 0;
  private readonly groups: AST.CapturingGroup[] = [];

  constructor(private readonly limit: Expansion) {}

  get isFull(): boolean {
    return this.sets.length > this.limit.positions || this.edgeCount > this.limit.edges;
  }

  anyOf(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce<Part>((before, element) => this.then(before, this.element(element)), EMPTY),
    );
    return {
      empty: two(parts.reduce((ways, { empty }) => ways + empty, 0)),
      freelyEmpty: parts.some(({ freelyEmpty }) => freelyEmpty),
      starts: union(parts.map(({ starts }) => starts)),
      ends: union(parts.map(({ ends }) => ends)),
      freeEnds: new Set(parts.flatMap(({ freeEnds }) => [...freeEnds])),
    };
  }

  private then(one: Part, other: Part): Part {
    this.connect(one.ends, other.starts);
    return {
      empty: two(one.empty * other.empty),
      freelyEmpty: one.freelyEmpty && other.freelyEmpty,
      starts: plus(one.starts, other.starts, one.empty),
      ends: plus(other.ends, one.ends, other.empty),
      freeEnds: other.freelyEmpty ? new Set([...one.freeEnds, ...other.freeEnds]) : other.freeEnds,
    };
  }

  private connect(ends: ReadonlyMap<number, number>, starts: ReadonlyMap<number, number>): void {
    this.edgeCount += ends.size * starts.size;
    if (this.isFull) return;
    for (const [end, waysOut] of ends) {
      const edges = this.edges[end];
      for (const [start, waysIn] of starts) {
        edges?.set(start, two((edges.get(start) ?? 0) + waysOut * waysIn));
      }
    }
  }

  private element(element: AST.Element): Part {
    if (this.isFull) return EMPTY;
    switch (element.type) {
      case 'Group':
        return this.anyOf(element.alternatives);
      case 'CapturingGroup':
        return this.group(element);
      case 'Quantifier':
        return this.quantified(element);
      case 'Backreference':
        return this.backreference(element);
      case 'Assertion':
        return ASSERTION;
      default:
        return this.position(toUnicodeSet(element, { unicode: true }).chars);
    }
  }

  private position(set: CharSet): Part {
    const position = this.sets.push(set) - 1;
    this.edges.push(new Map());
    const only = new Map([[position, 1]]);
    return {
      empty: 0,
      freelyEmpty: false,
      starts: only,
      ends: only,
      freeEnds: new Set(only.keys()),
    };
  }

  private group(group: AST.CapturingGroup): Part {
    this.groups.push(group);
    const part = this.anyOf(group.alternatives);
    this.groups.pop();
    return part;
  }

  /** As if the group stood here once more; inside its own group it matches nothing. */
  private backreference({ resolved }: AST.Backreference): Part {
    const [group] = Array.isArray(resolved) ? resolved : [resolved];
    return group === undefined || this.groups.includes(group) ? EMPTY : this.group(group);
  }

  private quantified({ min, max, element }: AST.Quantifier): Part {
    if (max === 0) return EMPTY;
    if (max <= this.limit.count) return this.writtenOut(element, min, max);
    let before = EMPTY;
    for (let copy = 1; copy < Math.min(min, 2); copy += 1) {
      before = this.then(before, this.element(element));
    }
    const from = this.sets.length;
    const body = this.element(element);
    this.connect(body.ends, body.starts);
    if (max !== Infinity) {
      for (let position = from; position < this.sets.length; position += 1) {
        this.bounded.add(position);
      }
    }
    return this.then(before, min === 0 ? optional(body) : body);
  }

  /** `x{1,3}` is `x(x(x)?)?`. */
  private writtenOut(element: AST.QuantifiableElement, min: number, max: number): Part {
    const copies = Array.from({ length: max }, () => this.element(element));
    return copies.reduceRight<Part>((after, copy, index) => {
      const part = this.then(copy, after);
      return index < min ? part : optional(part);
    }, EMPTY);
  }
}
