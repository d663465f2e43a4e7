import { clearBit, emptyMask, grownMask, setBit, type Mask } from '../bits/mask.js';
import { analyseInto, type Token } from './analyse.js';
import {
  DESCRIPTION_FIELD,
  FIELD_COUNT,
  FIELDS,
  LENGTHS,
  NAME_FIELD,
  type SearchDocument,
} from './document.js';
import { GramTable } from './gram-table.js';
import { GramReader } from './grams.js';
import { countGram, countTerm, MOST_SLOTS, Postings, type LongLists } from './postings.js';
import { Scratch } from './scratch.js';
import { TermLists } from './term-lists.js';

const MOST_GRAMS = 0xffff;
/** A text of more distinct terms is covered by no query to any degree. */
const MOST_LISTED = 200;

/**
 * The inverted index of a catalog. Documents take slots in ascending order and keep them; one that is
 * removed or replaced leaves a dead slot behind, and the owner builds a new index when too many are
 * dead. Nothing stored depends on other documents, so a change costs what its own document costs.
 */
export class SearchIndex {
  readonly terms = new Map<string, Postings>();
  readonly grams = new GramTable();
  /** Terms by the id of their postings. */
  readonly postings: Postings[] = [];
  readonly longTerms: LongLists = { count: 0 };
  /** By slot, which terms the name has, and the description: each once, by the id of its postings. */
  readonly nameTerms = new TermLists();
  readonly descriptionTerms = new TermLists();
  /** By slot. */
  readonly toolIds: string[] = [];
  /** Terms by slot and field: `slot * FIELD_COUNT + field`. */
  fieldLengths = new Uint16Array(0);
  /** Character grams, by slot. */
  gramLengths = new Uint16Array(0);
  live: Mask = emptyMask(0);
  /** Ranking's own; says nothing of the documents. */
  readonly scratch = new Scratch();
  private readonly tokens: Token[] = [];
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
    this.addTexts(document, slot);
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

  private addTexts(document: SearchDocument, slot: number): void {
    let gramCount = 0;
    const spelling = new GramReader((gram) => {
      gramCount++;
      countGram(this.grams.getOrAdd(gram), slot);
    });
    for (const [field, { textsOf, isSpelled }] of FIELDS.entries()) {
      const texts = textsOf(document);
      const length = this.addField(texts, slot, field, isSpelled ? spelling : undefined);
      this.fieldLengths[slot * FIELD_COUNT + field] = Math.min(length, LENGTHS - 1);
    }
    this.gramLengths[slot] = Math.min(gramCount, MOST_GRAMS);
  }

  /** How many terms the texts have. */
  private addField(
    texts: readonly string[],
    slot: number,
    field: number,
    spelling: GramReader | undefined,
  ): number {
    const { tokens } = this;
    const lists = this.listsOf(field);
    const listed = new Set<number>();
    let length = 0;
    for (const text of texts) {
      analyseInto(text, tokens);
      for (const token of tokens) {
        const postings = this.postingsOf(token.term);
        countTerm(postings, slot, field);
        if (token.joined) continue;
        length++;
        spelling?.read(token);
        if (lists !== undefined && listed.size < MOST_LISTED) listed.add(postings.id);
      }
    }
    lists?.add(slot, [...listed]);
    return length;
  }

  private listsOf(field: number): TermLists | undefined {
    if (field === NAME_FIELD) return this.nameTerms;
    return field === DESCRIPTION_FIELD ? this.descriptionTerms : undefined;
  }

  private postingsOf(term: string): Postings {
    const known = this.terms.get(term);
    if (known !== undefined) return known;
    const created = new Postings(this.postings.length, this.longTerms);
    this.postings.push(created);
    this.terms.set(term, created);
    return created;
  }

  private makeRoom(slots: number): void {
    this.live = grownMask(this.live, slots);
    if (slots <= this.gramLengths.length) return;
    const room = Math.max(slots, this.gramLengths.length + (this.gramLengths.length >>> 1), 64);
    this.fieldLengths = grown(this.fieldLengths, room * FIELD_COUNT);
    this.gramLengths = grown(this.gramLengths, room);
  }
}

const grown = (from: Uint16Array, room: number): Uint16Array<ArrayBuffer> => {
  const into = new Uint16Array(room);
  into.set(from);
  return into;
};
