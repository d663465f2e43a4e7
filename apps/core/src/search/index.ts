import { clearBit, emptyMask, grownMask, setBit, type Mask } from '../bits/mask.js';
import { analyse } from './analyse.js';
import { FIELD_COUNT, FIELDS, LENGTHS, spelledText, type SearchDocument } from './document.js';
import { characterGrams } from './grams.js';
import { countGram, countTerm, MOST_SLOTS, Postings } from './postings.js';
import { Scratch } from './scratch.js';

const MOST_GRAMS = 0xffff;

/**
 * The inverted index of a catalog. Documents take slots in ascending order and keep them; one that is
 * removed or replaced leaves a dead slot behind, and the owner builds a new index when too many are
 * dead. Nothing stored depends on other documents, so a change costs what its own document costs.
 */
export class SearchIndex {
  readonly terms = new Map<string, Postings>();
  readonly grams = new Map<number, Postings>();
  /** By slot. */
  readonly toolIds: string[] = [];
  /** Terms by slot and field: `slot * FIELD_COUNT + field`. */
  fieldLengths = new Uint16Array(0);
  /** Distinct terms of the name, by slot. */
  nameTerms = new Uint8Array(0);
  /** Character grams, by slot. */
  gramLengths = new Uint16Array(0);
  live: Mask = emptyMask(0);
  /** Ranking's own; says nothing of the documents. */
  readonly scratch = new Scratch();
  private liveCount = 0;

  /** One more than the highest slot ever taken. */
  get size(): number {
    return this.toolIds.length;
  }

  get liveSize(): number {
    return this.liveCount;
  }

  /**
   * Indexes a document and returns its slot. A caller with slots of its own states one, not below
   * `size`; slots that are left out stay empty.
   */
  add(document: SearchDocument, slot: number = this.size): number {
    if (slot < this.size || slot >= MOST_SLOTS) throw new RangeError(`slot ${slot} is not free`);
    this.makeRoom(slot + 1);
    while (this.toolIds.length < slot) this.toolIds.push('');
    this.toolIds.push(document.tool_id);
    setBit(this.live, slot);
    this.liveCount++;
    this.addTerms(document, slot);
    this.addGrams(document, slot);
    return slot;
  }

  remove(slot: number): void {
    if (!this.isLive(slot)) return;
    clearBit(this.live, slot);
    this.liveCount--;
  }

  isLive(slot: number): boolean {
    return slot < this.size && ((this.live[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
  }

  private addTerms(document: SearchDocument, slot: number): void {
    FIELDS.forEach((field, at) => {
      let length = 0;
      for (const text of field.textsOf(document)) {
        for (const { term, joined } of analyse(text)) {
          if (!joined) length++;
          countTerm(postingsOf(this.terms, term), slot, at);
        }
      }
      this.fieldLengths[slot * FIELD_COUNT + at] = Math.min(length, LENGTHS - 1);
    });
    this.nameTerms[slot] = distinctTerms(document.tool_id);
  }

  private addGrams(document: SearchDocument, slot: number): void {
    const grams = characterGrams(spelledText(document));
    for (const gram of grams) countGram(postingsOf(this.grams, gram), slot);
    this.gramLengths[slot] = Math.min(grams.length, MOST_GRAMS);
  }

  private makeRoom(slots: number): void {
    this.live = grownMask(this.live, slots);
    if (slots <= this.nameTerms.length) return;
    const room = Math.max(slots, this.nameTerms.length + (this.nameTerms.length >>> 1), 64);
    this.fieldLengths = grown(this.fieldLengths, new Uint16Array(room * FIELD_COUNT));
    this.gramLengths = grown(this.gramLengths, new Uint16Array(room));
    this.nameTerms = grown(this.nameTerms, new Uint8Array(room));
  }
}

const grown = <T extends Uint8Array | Uint16Array>(from: T, into: T): T => {
  into.set(from);
  return into;
};

const postingsOf = <Key>(dictionary: Map<Key, Postings>, term: Key): Postings => {
  const known = dictionary.get(term);
  if (known !== undefined) return known;
  const created = new Postings();
  dictionary.set(term, created);
  return created;
};

const distinctTerms = (text: string): number =>
  Math.min(
    new Set(
      analyse(text)
        .filter((token) => !token.joined)
        .map(({ term }) => term),
    ).size,
    255,
  );
