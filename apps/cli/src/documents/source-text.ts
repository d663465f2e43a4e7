import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Alias,
  type Document,
  type Node,
} from 'yaml';
import { parsePointer } from '#core/json/pointer.js';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { aliasTargets, NoJson, yamlAsJson } from './yaml-json.js';

/** Counted from one. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface SourceFault extends Position {
  /** Empty where the text has no such structure yet. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

export type SourceReading =
  | { readonly ok: true; readonly value: Json; readonly locate: (pointer: string) => Position }
  | { readonly ok: false; readonly faults: readonly SourceFault[] };

/** Reads a JSON or YAML text strictly, and can say afterwards on which line a pointer leads. */
export const readSource = (text: string, isYaml: boolean): SourceReading => {
  const source = new Source(text);
  if (!isYaml) return source.read(text);
  try {
    const faults = source.syntaxFaults();
    return faults.length > 0 ? { ok: false, faults } : source.read(yamlAsJson(source.document));
  } catch (error) {
    if (error instanceof NoJson) return badYaml(source.position(error.at), error.message);
    // The parser follows every nesting, however deep, until the stack is full.
    if (error instanceof RangeError) return badYaml({ line: 1, column: 1 }, 'nested too deeply');
    throw error;
  }
};

const badYaml = (position: Position, message: string): SourceReading => ({
  ok: false,
  faults: [{ ...position, pointer: '', code: 'bad-yaml', message }],
});

class Source {
  private readonly lines = new LineCounter();
  private parsed: Document | undefined;
  private targets: ReadonlyMap<Alias, Node> | undefined;

  constructor(private readonly text: string) {}

  /** JSON is YAML too, so that its places are found in the same way, once somebody asks. */
  get document(): Document {
    this.parsed ??= parsed(this.text, this.lines);
    return this.parsed;
  }

  read(json: string): SourceReading {
    const locate = (pointer: string): Position => this.position(this.offsetOf(pointer));
    const reading = readJson(json);
    if (reading.ok) return { ok: true, value: reading.value, locate };
    const { code, pointer, message } = reading;
    const told = LINE_OF_JSON.exec(message);
    const place =
      told === null ? locate(pointer) : { line: Number(told[1]), column: Number(told[2]) };
    const fault = { ...place, pointer, code, message: message.replace(LINE_OF_JSON, '') };
    return { ok: false, faults: [fault] };
  }

  /** Warnings are of tags and escapes that nobody reads in the same way as somebody else. */
  syntaxFaults(): SourceFault[] {
    const { errors, warnings } = this.document;
    return [...errors, ...warnings].map(({ message, pos }) => ({
      ...this.position(pos[0]),
      pointer: '',
      code: 'bad-yaml',
      message: firstLine(message),
    }));
  }

  /** Where the pointer leads; where it names what is missing, what it would stand in. */
  private offsetOf(pointer: string): number {
    this.targets ??= aliasTargets(this.document);
    let node: unknown = this.document.contents;
    let offset = startOf(node);
    for (const token of parsePointer(pointer) ?? []) {
      const step = inside(isAlias(node) ? this.targets.get(node) : node, token);
      if (step === null) return offset;
      [node, offset] = [step.value, startOf(step.shown)];
    }
    return offset;
  }

  position(offset: number): Position {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

const LINE_OF_JSON = / \(line (\d+), column (\d+)\)$/;

function parsed(text: string, lineCounter: LineCounter): Document {
  return parseDocument(text, { lineCounter, prettyErrors: false, intAsBigInt: true });
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

/** The member or item behind a token, and the node that shows a reader where it is. */
function inside(node: unknown, token: string): { value: unknown; shown: unknown } | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === token);
    return pair === undefined ? null : { value: pair.value, shown: pair.key };
  }
  const item = isSeq(node) ? node.items[Number(token)] : undefined;
  return item === undefined ? null : { value: item, shown: item };
}

function startOf(node: unknown): number {
  // What stands in a document is a node with a range, or nothing at all.
  return (node as Node | null | undefined)?.range?.[0] ?? 0;
}
