import { resolvePointer } from '../../json/pointer.js';
import { isObject, member, objectOf, type Json } from '../../json/value.js';
import type { SetAside } from '../tools-list/set-aside.js';
import { convertSchema, definitionName, type Converted } from './convert-schema.js';
import type { OpenApiDocument } from './document.js';
import type { Direction } from './hidden-names.js';
import type { Located } from './look-up.js';

/** The definitions that some schemas need, and everything that is wrong on the way to them. */
export interface Closure {
  readonly definitions: readonly (readonly [string, Json])[];
  readonly faults: readonly SetAside[];
  readonly ignored: readonly string[];
}

/** The schemas of one document for one direction; what several tools refer to is converted once. */
export class Definitions {
  private readonly known = new Map<string, Converted>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly direction: Direction,
  ) {}

  convert(at: Located): Converted {
    return convertSchema(this.document, this.direction, at);
  }

  /**
   * Where a schema is nothing but a reference, what it leads to stands in its place: clients look
   * for the type at the root.
   */
  atRoot(converted: Converted): Converted {
    let root = converted;
    const seen = new Set<string>();
    for (;;) {
      const only = onlyReferenceOf(root);
      if (only === null || seen.has(only)) return root;
      seen.add(only);
      root = this.at(only);
    }
  }

  /** Exactly the definitions that can be reached from these schemas, sorted by name. */
  closureOf(roots: readonly Converted[]): Closure {
    const reached = new Map<string, Converted>();
    const open = roots.flatMap(({ refers }) => [...refers]);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      const converted = this.at(next);
      reached.set(next, converted);
      for (const further of converted.refers) open.push(further);
    }
    const all = [...roots, ...reached.values()];
    return {
      definitions: [...reached]
        .map(([at, { schema }]) => [definitionName(at), schema] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
      faults: all.flatMap(({ faults }) => faults),
      ignored: all.flatMap(({ ignored }) => [...ignored]),
    };
  }

  private at(pointer: string): Converted {
    const known = this.known.get(pointer);
    if (known !== undefined) return known;
    const value = resolvePointer(this.document.root, pointer) ?? true;
    const converted = this.convert({ value, pointer });
    this.known.set(pointer, converted);
    return converted;
  }
}

function onlyReferenceOf({ schema, refers }: Converted): string | null {
  const [target, ...more] = refers;
  const isAlone = isObject(schema) && Object.keys(schema).length === 1;
  return isAlone && member(schema, '$ref') !== undefined && more.length === 0
    ? (target ?? null)
    : null;
}

/** The schema with its definitions below it. */
export const withDefinitions = (schema: Json, definitions: Closure['definitions']): Json => {
  if (definitions.length === 0) return schema;
  const entries = isObject(schema) ? Object.entries(schema) : [];
  return objectOf([...entries, ['$defs', objectOf(definitions)]]);
};
