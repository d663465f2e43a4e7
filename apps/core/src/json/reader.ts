import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './characters.js';
import { isExactNumber } from './number-literal.js';
import { pointer } from './pointer.js';
import { ReadableFaults } from './readable-faults.js';
import type { JsonFault, JsonFaultCode, JsonLimits, JsonReading } from './reading.js';
import { readStringLiteral } from './string-literal.js';
import { shownAt, textPlace } from './text-place.js';
import { setMember, type Json } from './value.js';

/** Arrays and objects inside each other; the deepest allowed schema needs less than 140. */
export const MAX_JSON_DEPTH = 200;

const UNLIMITED: JsonLimits = { values: Infinity, members: Infinity, text: Infinity };

/** So many characters of a string, a number or blanks cost about as much as a value. */
const CHARACTERS_OF_A_STEP = 256;

/** What comes next, after blanks. */
type Wanted = 'value' | 'first-item' | 'first-key' | 'key' | 'colon' | 'more';

/** An array or object that is still open, and where in it the reader stands. */
type Frame =
  | { readonly items: Json[]; place: number }
  | { readonly members: Record<string, Json>; place: string; count: number };

/**
 * Reads a document in as many turns as its owner likes. It keeps its place by itself and not on the
 * stack, so that it can stop anywhere.
 */
export class JsonReader {
  private at = 0;
  private left = 0;
  private values = 0;
  private root: Json = null;
  private readonly open: Frame[] = [];
  private wanted: Wanted = 'value';
  private isAtEnd = false;
  private stop: JsonFault | null = null;
  private readonly faults: ReadableFaults;

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits = UNLIMITED,
    /** Is told of each fault that leaves the document readable. */
    onFault?: (fault: JsonFault) => void,
  ) {
    this.faults = new ReadableFaults(onFault);
  }

  /**
   * Goes on for about so many steps, one for a value; null while there is more to read. A syntax error
   * outranks the other faults, and those that make a document unreadable outrank the two characters.
   */
  read(steps: number): JsonReading | null {
    this.advance(steps);
    return this.isAtEnd ? (this.stop ?? this.faults.first ?? this.whole()) : null;
  }

  readToEnd(): JsonReading {
    this.advance(Infinity);
    return this.stop ?? this.faults.first ?? this.whole();
  }

  /** Like `readToEnd`, but past all that leaves the document readable. */
  readPastFaults(): JsonReading {
    this.advance(Infinity);
    return this.stop ?? this.whole();
  }

  private whole(): Exclude<JsonReading, JsonFault> {
    return { ok: true, value: this.root };
  }

  private advance(steps: number): void {
    this.left = steps;
    while (!this.isAtEnd && this.left > 0) {
      this.skipSpace();
      if (this.left > 0) this.step();
    }
  }

  private step(): void {
    const frame = this.open.at(-1);
    if (this.wanted === 'value') this.readValue();
    else if (frame === undefined) this.finish();
    else if (this.wanted === 'more' || this.isEmpty(frame)) this.goOn(frame);
    else if ('items' in frame) this.readValue();
    else if (this.wanted === 'colon') this.readColon();
    else this.readKey(frame);
  }

  /** Whether what was just opened closes at once. */
  private isEmpty(frame: Frame): boolean {
    const unit = this.text.charCodeAt(this.at);
    return this.wanted.startsWith('first') && unit === closerOf(frame);
  }

  private readValue(): void {
    this.left -= 1;
    this.values += 1;
    if (this.values > this.limits.values) {
      return this.end('too-many-values', `there are more than ${this.limits.values} values`);
    }
    switch (this.text.charCodeAt(this.at)) {
      case QUOTE:
        return this.readString();
      case OPEN_BRACE:
        return this.openObject();
      case OPEN_BRACKET:
        return this.openArray();
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

  private finish(): void {
    if (this.at < this.text.length) this.fail(`unexpected ${this.here()} after the document`);
    this.isAtEnd = true;
  }

  /** What may follow a value: another one, or the end of what it stands in. */
  private goOn(frame: Frame): void {
    const unit = this.text.charCodeAt(this.at);
    if (unit === COMMA) {
      this.at += 1;
      this.wanted = 'items' in frame ? 'value' : 'key';
      if ('items' in frame) frame.place += 1;
    } else if (unit === closerOf(frame)) {
      this.at += 1;
      this.open.pop();
      this.wanted = 'more';
    } else {
      this.fail(`expected "," or "${'items' in frame ? ']' : '}'}", found ${this.here()}`);
    }
  }

  private put(value: Json): void {
    const frame = this.open.at(-1);
    if (frame === undefined) this.root = value;
    else if ('items' in frame) frame.items.push(value);
    else if (frame.place === '__proto__') setMember(frame.members, frame.place, value);
    else frame.members[frame.place] = value;
    this.wanted = 'more';
  }

  private openArray(): void {
    const items: Json[] = [];
    if (this.enter({ items, place: 0 }, items)) this.wanted = 'first-item';
  }

  private openObject(): void {
    const members: Record<string, Json> = {};
    if (this.enter({ members, place: '', count: 0 }, members)) this.wanted = 'first-key';
  }

  private enter(frame: Frame, value: Json): boolean {
    if (this.open.length >= MAX_JSON_DEPTH) {
      this.fail(`nested deeper than ${MAX_JSON_DEPTH} levels`);
      return false;
    }
    this.at += 1;
    this.put(value);
    this.open.push(frame);
    return true;
  }

  private readKey(frame: Extract<Frame, { members: unknown }>): void {
    if (this.text.charCodeAt(this.at) !== QUOTE) {
      return this.fail(`expected a key in double quotes, found ${this.here()}`);
    }
    const key = this.readText(this.open.length - 1);
    if (key === null) return;
    frame.place = key;
    frame.count += 1;
    if (frame.count > this.limits.members) {
      const message = `an object has more than ${this.limits.members} members`;
      return this.end('too-many-values', message);
    }
    if (Object.hasOwn(frame.members, key)) {
      this.note('duplicate-key', 'this key stands twice in one object');
    }
    this.wanted = 'colon';
  }

  private readColon(): void {
    if (this.text.charCodeAt(this.at) !== COLON) {
      return this.fail(`expected ":" after a key, found ${this.here()}`);
    }
    this.at += 1;
    this.wanted = 'value';
  }

  private readString(): void {
    const value = this.readText(this.open.length);
    if (value !== null) this.put(value);
  }

  /** A string; where it holds what cannot be kept, the pointer has the first `depth` tokens. */
  private readText(depth: number): string | null {
    const literal = readStringLiteral(this.text, this.at, this.limits.text);
    if (!literal.ok) {
      if (literal.isTooLong) this.end('too-long-text', literal.message, depth);
      else this.failAt(literal.at, literal.message);
      return null;
    }
    this.passTo(literal.end);
    const { value } = literal;
    if (value.includes('\0')) {
      this.note('nul-character', 'the character U+0000 cannot be stored', depth);
    } else if (/[\ud800-\udfff]/.test(value) && /\p{Surrogate}/u.test(value)) {
      this.note('lone-surrogate', 'half a surrogate pair is not a character', depth);
    }
    return value;
  }

  private readNumber(): void {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) return this.fail(`unexpected ${this.here()}`);
    if (literal.length > this.limits.text) {
      const message = `a number is longer than ${this.limits.text} characters`;
      return this.end('too-long-text', message);
    }
    this.passTo(this.at + literal.length);
    const value = Number(literal);
    if (!isExactNumber(literal, value)) {
      const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal;
      this.note('unsafe-number', `${shown} is not exactly a double: it would be read as ${value}`);
    }
    this.put(value);
  }

  private readWord(word: string, value: Json): void {
    if (!this.text.startsWith(word, this.at)) return this.fail(`unexpected ${this.here()}`);
    this.at += word.length;
    this.put(value);
  }

  /** As far as the steps reach that are left. */
  private skipSpace(): void {
    const most = this.at + this.left * CHARACTERS_OF_A_STEP;
    let end = this.at;
    while (end < most && isSpace(this.text.charCodeAt(end))) end += 1;
    this.passTo(end);
  }

  /** Goes on to `end`, at the cost of the characters in between. */
  private passTo(end: number): void {
    this.left -= (end - this.at) / CHARACTERS_OF_A_STEP;
    this.at = end;
  }

  private here(): string {
    return shownAt(this.text, this.at);
  }

  private fail(message: string): void {
    this.failAt(this.at, message);
  }

  private failAt(at: number, message: string): void {
    this.end('bad-json', `${message} (${textPlace(this.text, at)})`, 0);
  }

  private end(code: JsonFaultCode, message: string, depth = this.open.length): void {
    this.stop = { ok: false, code, pointer: this.pointer(depth), message };
    this.isAtEnd = true;
  }

  private note(code: JsonFaultCode, message: string, depth = this.open.length): void {
    this.faults.note(code, message, () => this.pointer(depth));
  }

  private pointer(depth: number): string {
    return pointer('', ...this.open.slice(0, depth).map(({ place }) => place));
  }
}

const closerOf = (frame: Frame): number => ('items' in frame ? CLOSE_BRACKET : CLOSE_BRACE);

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
