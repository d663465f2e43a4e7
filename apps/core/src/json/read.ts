import { isExactNumber } from './number-literal.js';
import { pointer } from './pointer.js';
import { readStringLiteral } from './string-literal.js';
import { setMember, type Json } from './value.js';

export type JsonFaultCode =
  'bad-json' | 'duplicate-key' | 'unsafe-number' | 'nul-character' | 'lone-surrogate';

export interface JsonFault {
  readonly ok: false;
  readonly code: JsonFaultCode;
  readonly pointer: string;
  readonly message: string;
}

export type JsonReading = { readonly ok: true; readonly value: Json } | JsonFault;

/** Arrays and objects inside each other; the deepest allowed schema needs less than 140. */
export const MAX_JSON_DEPTH = 200;

/**
 * Reads one JSON document (RFC 8259) without losing anything: keys such as `__proto__` stay own
 * members, and what would not survive is refused (a key twice in one object, a number that is not
 * the decimal of its double, U+0000, half a surrogate pair). A syntax error outranks the other
 * faults, and those that make a document unreadable outrank the two characters.
 */
export const readJson = (text: string): JsonReading => new Reader(text).read();

/** A document read past its faults, each of which stands where its pointer says. */
export interface LenientReading {
  readonly ok: true;
  readonly value: Json;
  readonly faults: readonly JsonFault[];
}

/**
 * Reads on past what cannot be kept, for a document of many parts of which one may be spoilt. Only a
 * syntax error refuses it; of a key that stands twice the later value is read.
 */
export const readJsonWithFaults = (text: string): LenientReading | JsonFault => {
  const faults: JsonFault[] = [];
  const reader = new Reader(text, (fault) => faults.push(fault));
  const value = reader.readWhole();
  return reader.syntaxFault ?? { ok: true, value: value ?? null, faults };
};

class Reader {
  private at = 0;
  private readonly path: (string | number)[] = [];
  syntaxFault: JsonFault | null = null;
  private valueFault: JsonFault | null = null;

  constructor(
    private readonly text: string,
    private readonly onValueFault: (fault: JsonFault) => void = () => undefined,
  ) {}

  read(): JsonReading {
    const value = this.readWhole();
    const fault = this.syntaxFault ?? this.valueFault;
    // Without a fault there is a value: only `fail` makes `readValue` return undefined.
    return fault ?? { ok: true, value: value ?? null };
  }

  readWhole(): Json | undefined {
    this.skipSpace();
    const value = this.readValue();
    if (value !== undefined) {
      this.skipSpace();
      if (this.at < this.text.length) this.fail(`unexpected ${this.here()} after the document`);
    }
    return value;
  }

  /** The value at the cursor, or undefined after a syntax error. */
  private readValue(): Json | undefined {
    switch (this.text.charCodeAt(this.at)) {
      case QUOTE:
        return this.readString();
      case OPEN_BRACE:
        return this.nested(() => this.readObject());
      case OPEN_BRACKET:
        return this.nested(() => this.readArray());
      case LOWER_T:
        return this.readWord('true', true);
      case LOWER_F:
        return this.readWord('false', false);
      case LOWER_N:
        return this.readWord('null', null);
      default:
        return this.readNumber();
    }
  }

  private nested(read: () => Json | undefined): Json | undefined {
    if (this.path.length >= MAX_JSON_DEPTH) {
      return this.fail(`nested deeper than ${MAX_JSON_DEPTH} levels`);
    }
    this.path.push('');
    const value = read();
    this.path.pop();
    return value;
  }

  private readObject(): Json | undefined {
    const object: Record<string, Json> = {};
    this.at += 1;
    if (this.skipIf(CLOSE_BRACE)) return object;
    do {
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== QUOTE) {
        return this.fail(`expected a key in double quotes, found ${this.here()}`);
      }
      const key = this.readKey(object);
      if (key === undefined) return undefined;
      if (!this.skipIf(COLON)) return this.fail(`expected ":" after a key, found ${this.here()}`);
      this.skipSpace();
      const value = this.readValue();
      if (value === undefined) return undefined;
      if (key === '__proto__') setMember(object, key, value);
      else object[key] = value;
    } while (this.skipIf(COMMA));
    if (this.skipIf(CLOSE_BRACE)) return object;
    return this.fail(`expected "," or "}", found ${this.here()}`);
  }

  private readKey(object: Record<string, Json>): string | undefined {
    this.path[this.path.length - 1] = '';
    const key = this.readText(this.path.length - 1);
    if (key === undefined) return undefined;
    this.path[this.path.length - 1] = key;
    if (Object.hasOwn(object, key))
      this.note('duplicate-key', 'this key stands twice in one object');
    return key;
  }

  private readArray(): Json | undefined {
    const array: Json[] = [];
    this.at += 1;
    if (this.skipIf(CLOSE_BRACKET)) return array;
    do {
      this.path[this.path.length - 1] = array.length;
      this.skipSpace();
      const value = this.readValue();
      if (value === undefined) return undefined;
      array.push(value);
    } while (this.skipIf(COMMA));
    if (this.skipIf(CLOSE_BRACKET)) return array;
    return this.fail(`expected "," or "]", found ${this.here()}`);
  }

  private readString(): string | undefined {
    return this.readText(this.path.length);
  }

  /** A string; where it holds what cannot be kept, the pointer has the first `depth` tokens. */
  private readText(depth: number): string | undefined {
    const literal = readStringLiteral(this.text, this.at);
    if (!literal.ok) {
      this.at = literal.at;
      return this.fail(literal.message);
    }
    this.at = literal.end;
    if (literal.value.includes('\0')) {
      this.note('nul-character', 'the character U+0000 cannot be stored', depth);
    } else if (/\p{Surrogate}/u.test(literal.value)) {
      this.note('lone-surrogate', 'half a surrogate pair is not a character', depth);
    }
    return literal.value;
  }

  private readNumber(): number | undefined {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) return this.fail(`unexpected ${this.here()}`);
    this.at += literal.length;
    const value = Number(literal);
    if (!isExactNumber(literal, value)) {
      const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal;
      this.note('unsafe-number', `${shown} is not exactly a double: it would be read as ${value}`);
    }
    return value;
  }

  private readWord<T extends Json>(word: string, value: T): T | undefined {
    if (!this.text.startsWith(word, this.at)) return this.fail(`unexpected ${this.here()}`);
    this.at += word.length;
    return value;
  }

  private skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== SPACE && unit !== NEWLINE && unit !== RETURN && unit !== TAB) return;
      this.at += 1;
    }
  }

  private skipIf(unit: number): boolean {
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== unit) return false;
    this.at += 1;
    return true;
  }

  private here(): string {
    const point = this.text.codePointAt(this.at);
    if (point === undefined) return 'the end of the document';
    if (point > SPACE && point < 0x7f) return `"${String.fromCodePoint(point)}"`;
    return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  }

  private fail(message: string): undefined {
    // Without a copy for each line: a document may be millions of them.
    let line = 1;
    let lineStart = 0;
    for (;;) {
      const end = this.text.indexOf('\n', lineStart);
      if (end === -1 || end >= this.at) break;
      line += 1;
      lineStart = end + 1;
    }
    const column = this.at - lineStart + 1;
    const where = `line ${line}, column ${column}`;
    this.syntaxFault = {
      ok: false,
      code: 'bad-json',
      pointer: '',
      message: `${message} (${where})`,
    };
  }

  private note(code: JsonFaultCode, message: string, depth = this.path.length): void {
    const where = pointer('', ...this.path.slice(0, depth));
    const fault: JsonFault = { ok: false, code, pointer: where, message };
    this.onValueFault(fault);
    const readable = code === 'nul-character' || code === 'lone-surrogate';
    const earlier = this.valueFault?.code;
    const outranked = earlier === 'nul-character' || earlier === 'lone-surrogate';
    if (earlier === undefined || (!readable && outranked)) this.valueFault = fault;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const LOWER_F = 102;
const LOWER_N = 110;
const LOWER_T = 116;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
