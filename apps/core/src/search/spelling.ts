import { emptyMask, setBit, type Mask } from '../bits/mask.js';
import type { Token } from './analyse.js';
import { gramAt, GRAM_SIZE, gramWith } from './grams.js';
import type { SearchIndex } from './index.js';
import { lexemeOf } from './lexicon.js';
import { isSlip, lacking, mistaken, rearranged, type Meant, type Span } from './slips.js';
import { STOP_WORDS } from './stop-words.js';
import type { VisibleTools } from './visible-tools.js';

/** Of shorter words nearly every slip is another word; longer ones are none. */
const MENDABLE = /^[a-z]{5,24}$/;
const SHORTEST = 5;
/** What is meant by the shortest that can be mended is half a guess. */
const SHORTEST_WEIGHT = 0.5;
/** A shorter word with one letter for another is more often another word than a slip. */
const SHORTEST_MISTAKEN = 7;
/** A pasted page of another language must not cost more than a sentence of it. */
const MOST_MENDED = 32;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** By their first letter, which is none that is missed. */
const LONG_STOP_WORDS = new Map(
  [...ALPHABET].map((letter) => [
    letter,
    [...STOP_WORDS].filter((word) => word.startsWith(letter) && word.length >= SHORTEST - 1),
  ]),
);

/** What a query is taken to say, and how much it counts. */
export interface Spelt {
  readonly token: Token;
  readonly weight: number;
}

interface Known {
  readonly text: string;
  readonly word: string;
  /** How many of the visible tools have it. */
  readonly count: number;
}

/**
 * Reads misspelt words as those that are meant. A word is taken for misspelt where no visible tool has
 * it, and for another one where that is a single slip away and stands in a visible tool. All of it is
 * decided by what is visible: that others have a word is not told by how a query is read.
 */
export class Spelling {
  private mended = 0;

  constructor(
    private readonly index: SearchIndex,
    private readonly visible: VisibleTools,
  ) {}

  /** A misspelt stop word says as little as one that is spelt well, and is left out. */
  read(tokens: readonly Token[]): Spelt[] {
    const spelt: Spelt[] = [];
    for (const token of tokens) {
      if (this.isMisspelt(token)) spelt.push(...this.meantBy(token));
      else spelt.push({ token, weight: 1 });
    }
    return spelt;
  }

  private isMisspelt({ term, word, joined, isSpelled }: Token): boolean {
    return isSpelled && !joined && this.countOf(term) === 0 && MENDABLE.test(word);
  }

  private countOf(term: string): number {
    const id = this.index.terms.idOf(term);
    return id < 0 ? 0 : this.visible.termCount(id);
  }

  private meantBy(token: Token): Spelt[] {
    const { word } = token;
    const stops = LONG_STOP_WORDS.get(word.charAt(0)) ?? [];
    if (stops.some((stop) => isSlip(word, stop))) return [];
    const meant = this.mended++ < MOST_MENDED ? this.wordMeant(word) : undefined;
    if (meant === undefined) return [{ token, weight: 1 }];
    const weight = word.length === SHORTEST ? SHORTEST_WEIGHT : 1;
    return [{ token: lexemeOf(meant).plain, weight }];
  }

  private wordMeant(word: string): string | undefined {
    const text = ` ${word} `;
    const span = this.spanOf(text);
    // Two that are swapped take one place more.
    if (span.first > span.last + 1) return undefined;
    const slips = rearranged(text, span).filter((one) => this.occursAround(one));
    for (const one of lacking(text, 'a', span)) slips.push(...this.completed(one));
    const found = this.usual(slips);
    if (found !== undefined || word.length < SHORTEST_MISTAKEN) return found;
    return this.usual(mistaken(text, 'a', span).flatMap((one) => this.completed(one)));
  }

  /** A single slip lies within each run of letters that no tool has. */
  private spanOf(text: string): Span {
    let first = 0;
    let last = text.length;
    for (let at = 0; at <= text.length - GRAM_SIZE; at++) {
      if (this.occurs(gramAt(text, at))) continue;
      first = at;
      last = Math.min(last, at + GRAM_SIZE - 1);
    }
    return { first, last };
  }

  /** In any tool; that a visible one has the word is asked when there are few words left to ask of. */
  private occurs(gram: number): boolean {
    return this.index.grams.idOf(gram) >= 0;
  }

  /** Only the grams around what differs are new. */
  private occursAround({ text, at }: Meant): boolean {
    const end = Math.min(at + 1, text.length - GRAM_SIZE);
    for (let from = Math.max(0, at - GRAM_SIZE + 1); from <= end; from++) {
      if (!this.occurs(gramAt(text, from))) return false;
    }
    return true;
  }

  /** With each letter that makes of it what some tool may have. */
  private completed({ text, at }: Meant): Meant[] {
    const from = Math.max(0, at - GRAM_SIZE + 1);
    const end = Math.min(at, text.length - GRAM_SIZE);
    const found: Meant[] = [];
    const grams: number[] = [];
    for (let next = from; next <= end; next++) grams.push(gramAt(text, next));
    for (let letter = 0; letter < ALPHABET.length; letter++) {
      if (!this.occur(grams, at - from, letter)) continue;
      found.push({ at, text: text.slice(0, at) + ALPHABET.charAt(letter) + text.slice(at + 1) });
    }
    return found;
  }

  /** Grams one after the other; the letter is to be put at a place of the first, and so on. */
  private occur(grams: readonly number[], place: number, letter: number): boolean {
    for (let at = 0; at < grams.length; at++) {
      if (!this.occurs(gramWith(grams[at] ?? 0, place - at, letter))) return false;
    }
    return true;
  }

  /** The one that most tools have, the first in the alphabet of several. */
  private usual(all: readonly Meant[]): string | undefined {
    const known = all.map(({ text }) => this.known(text)).filter(({ count }) => count > 0);
    known.sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1));
    return known.find(({ text }) => this.isWritten(text))?.word;
  }

  private known(text: string): Known {
    const word = text.slice(1, -1);
    return { text, word, count: this.countOf(lexemeOf(word).plain.term) };
  }

  /** Whether one visible tool has all of its grams, which hardly any has but for the word. */
  private isWritten(text: string): boolean {
    const grams: number[] = [];
    for (let at = 0; at <= text.length - GRAM_SIZE; at++) {
      grams.push(this.index.grams.idOf(gramAt(text, at)));
    }
    grams.sort((one, other) => this.visible.gramCount(one) - this.visible.gramCount(other));
    let tools: Mask | null = this.visible.mask;
    for (const gram of grams) {
      tools = this.toolsWith(gram, tools);
      if (tools === null) return false;
    }
    return true;
  }

  /** Null where there is none. */
  private toolsWith(gram: number, within: Mask): Mask | null {
    const { entries } = this.index.scratch;
    const from = entries.length;
    this.index.gramPostings.collect(gram, within, entries);
    const { length } = entries;
    entries.length = from;
    if (length === from) return null;
    const mask = emptyMask(this.index.size);
    for (let at = from; at < length; at++) setBit(mask, entries.slots[at] ?? 0);
    return mask;
  }
}
