/** Formulas that hold of a few scalars alone: what `const` and `enum` mean, or more than that. */
import { WORLD, type Literal, type Node } from './node.js';

/** As much of a store as is looked at here. */
interface Nodes {
  node(literal: Literal): Node;
  canHold(literal: Literal): number;
}

/** `numbers` and `strings` count only where their worlds are among `worlds`. */
export interface Finite {
  readonly worlds: number;
  readonly numbers: readonly number[];
  readonly strings: ReadonlySet<string>;
  /** Holds of all of these; otherwise of some of them. */
  readonly exact: boolean;
}

const NO_STRINGS: ReadonlySet<string> = new Set();

const partsOf = (nodes: Nodes, literal: Literal): readonly Literal[] => {
  const node = nodes.node(literal);
  return literal > 0 && node.kind === 'and' ? node.parts : [literal];
};

/** null where it may hold of an array, an object or endlessly many scalars. */
export const finiteOf = (nodes: Nodes, literal: Literal): Finite | null => {
  const worlds = nodes.canHold(literal);
  if ((worlds & (WORLD.array | WORLD.object)) !== 0) return null;
  const parts = partsOf(nodes, literal);
  const tests = parts.map((part) => (part > 0 ? nodes.node(part) : null));
  const listed = {
    numbers: tests.find((test) => test?.kind === 'numbers')?.values,
    strings: tests.find((test) => test?.kind === 'strings')?.values,
  };
  const numbers = (worlds & WORLD.number) === 0 ? [] : listed.numbers;
  const strings = (worlds & WORLD.string) === 0 ? NO_STRINGS : listed.strings;
  if (numbers === undefined || strings === undefined) return null;
  return { worlds, numbers, strings, exact: parts.every((part) => isListing(nodes, part)) };
};

const LISTINGS: ReadonlySet<string> = new Set(['numbers', 'strings']);

const isListing = (nodes: Nodes, part: Literal): boolean => {
  const { kind } = nodes.node(part);
  return kind === 'worlds' || (part > 0 && LISTINGS.has(kind));
};

const keysOf = ({ worlds, numbers, strings }: Finite): string[] => [
  ...[WORLD.null, WORLD.true, WORLD.false]
    .filter((world) => (worlds & world) !== 0)
    .map((world) => `w${String(world)}`),
  ...numbers.map((value) => `n${String(value)}`),
  ...[...strings].map((value) => `s${value}`),
];

const areAllDifferent = (sets: readonly (Finite | null)[]): boolean => {
  const seen = new Set<string>();
  let count = 0;
  for (const set of sets) {
    if (set === null) return false;
    for (const key of keysOf(set)) {
      seen.add(key);
      count += 1;
    }
  }
  return seen.size === count;
};

/** By name, the schemas of the members that an object must have. */
const membersOf = (nodes: Nodes, literal: Literal): ReadonlyMap<string, Literal> => {
  const required = new Set<string>();
  const schemas = new Map<string, Literal>();
  for (const part of partsOf(nodes, literal)) {
    const test = nodes.node(part);
    if (part < 0) continue;
    if (test.kind === 'has') required.add(test.name);
    if (test.kind === 'all' && test.keys.kind === 'name') schemas.set(test.keys.name, test.schema);
  }
  return new Map([...schemas].filter(([name]) => required.has(name)));
};

/** Some member that all of them must have tells them apart. */
const areDiscriminated = (nodes: Nodes, objects: readonly Literal[]): boolean => {
  const [first, ...others] = objects.map((literal) => membersOf(nodes, literal));
  if (first === undefined || others.length === 0) return true;
  return [...first].some(([name, schema]) => {
    const values = [schema, ...others.map((members) => members.get(name))];
    return areAllDifferent(
      values.map((value) => (value === undefined ? null : finiteOf(nodes, value))),
    );
  });
};

/** No instance satisfies two of them, as far as can be seen without a search. */
export const arePlainlyDisjoint = (nodes: Nodes, parts: readonly Literal[]): boolean => {
  const objects = parts.filter((part) => nodes.canHold(part) === WORLD.object);
  const rest = parts.filter((part) => nodes.canHold(part) !== WORLD.object);
  const finite: Finite[] = [];
  let taken = objects.length > 0 ? WORLD.object : 0;
  let ofFinite = 0;
  for (const part of rest) {
    const own = finiteOf(nodes, part);
    const worlds = nodes.canHold(part);
    if ((worlds & taken) !== 0) return false;
    if (own === null) {
      if ((worlds & ofFinite) !== 0) return false;
      taken |= worlds;
    } else {
      finite.push(own);
      ofFinite |= worlds;
    }
  }
  return areAllDifferent(finite) && areDiscriminated(nodes, objects);
};
