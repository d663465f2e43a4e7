import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Alias,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml';

/** A place of a YAML text that has no counterpart in JSON. */
export class NoJson extends Error {
  constructor(
    message: string,
    /** Where in the text, in characters. */
    readonly at: number,
  ) {
    super(message);
  }
}

/**
 * Anchors let a few lines stand for billions of values; no manifest comes near this many. With it
 * ends the depth too, since an alias may name what it stands in.
 */
const MOST_VALUES = 1_000_000;
const DEEPEST = 400;

/** What each alias of a document stands for: the last node before it that has the anchor. */
export const aliasTargets = (document: Document): ReadonlyMap<Alias, Node> => {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Value: (_key, node) => void (node.anchor && anchors.set(node.anchor, node)),
    Alias: (_key, node) => {
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
    },
  });
  return targets;
};

/**
 * A YAML document as JSON text, so that the one strict reader of JSON judges both: numbers as they
 * are written, every key, aliases written out. Throws `NoJson` where there is no such text.
 */
export const yamlAsJson = (document: Document, mostValues = MOST_VALUES): string =>
  new Writer(document, mostValues).write();

class Writer {
  private values = 0;
  private depth = 0;
  private readonly targets: ReadonlyMap<Alias, Node>;

  constructor(
    private readonly document: Document,
    private readonly mostValues: number,
  ) {
    this.targets = aliasTargets(document);
  }

  write(): string {
    return this.text(this.document.contents);
  }

  private text(node: unknown): string {
    const at = placeOf(node);
    this.values += 1;
    if (this.values > this.mostValues) throw new NoJson(`more than ${this.mostValues} values`, at);
    if (node === null) return 'null';
    if (isScalar(node)) return scalarText(node);
    return this.nested(at, () => this.inside(node, at));
  }

  private inside(node: unknown, at: number): string {
    if (isAlias(node)) {
      const target = this.targets.get(node);
      if (target === undefined) throw new NoJson(`there is no anchor ${node.source}`, at);
      return this.text(target);
    }
    if (isMap(node)) return `{${this.members(node).join(',')}}`;
    if (isSeq(node)) return `[${node.items.map((item) => this.text(item)).join(',')}]`;
    throw new NoJson('this has no place in JSON', at);
  }

  private members(map: YAMLMap): string[] {
    return map.items.map(({ key, value }) => {
      const name = isAlias(key) ? this.targets.get(key) : key;
      if (!isScalar(name) || typeof name.value !== 'string') {
        throw new NoJson('this key is no text: put it in quotes', placeOf(key));
      }
      return `${JSON.stringify(name.value)}:${this.text(value)}`;
    });
  }

  private nested(at: number, write: () => string): string {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new NoJson(`nested deeper than ${DEEPEST} levels`, at);
    const text = write();
    this.depth -= 1;
    return text;
  }
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function scalarText(scalar: Scalar): string {
  const { value, source, range } = scalar;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  const number = numberText(scalar);
  if (number !== null) return number;
  throw new NoJson(`${source ?? String(value)} has no place in JSON`, range?.[0] ?? 0);
}

/** A number keeps its literal where JSON has it too: whether it is exact is for the reader to say. */
function numberText({ value, source }: Scalar): string | null {
  if (typeof value !== 'bigint' && typeof value !== 'number') return null;
  if (source !== undefined && JSON_NUMBER.test(source)) return source;
  return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : null;
}

function placeOf(node: unknown): number {
  // What stands in a document is a node with a range, or nothing at all.
  return (node as Node | null)?.range?.[0] ?? 0;
}
