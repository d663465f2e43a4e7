import {
  clearBit,
  countBits,
  emptyMask,
  grownMask,
  hasBit,
  setBit,
  type Mask,
} from '../bits/mask.js';
import { analyseInto, type Token } from './analyse.js';
import { countedIn, CountPatterns } from './count-patterns.js';
import {
  DESCRIPTION_FIELD,
  FIELD_COUNT,
  FIELDS,
  LENGTHS,
  NAME_FIELD,
  type SearchDocument,
} from './document.js';
import { freezePostings, orderOf, placesIn } from './freeze-postings.js';
import { emptyIndex, type FrozenIndex } from './frozen-index.js';
import { GramTable } from './gram-table.js';
import { GramReader } from './grams.js';
import { withRoom } from './grown-array.js';
import { impactTable, type ImpactTable } from './impact-table.js';
import { Postings } from './postings.js';
import { Scratch } from './scratch.js';
import { Tally } from './tally.js';
import { TermLists } from './term-lists.js';
import { TermTable } from './term-table.js';

/** Slots fit into a list with what is said of each, as numbers of 28 bits. */
const MOST_SLOTS = 2 ** 24;
const MOST_GRAMS = 0xffff;
const MOST_GRAMS_COUNTED = 255;
/** A text of more distinct terms is covered by no query to any degree. */
const MOST_LISTED = 200;

/** A frozen index with what is known of its documents by now. */
export interface Thawed {
  readonly frozen: FrozenIndex;
  /** By slot; as many as there were when it was frozen. */
  readonly toolIds: string[];
  /** Which of the slots are not dead. */
  readonly live: Mask;
}

/** Of no documents. What comes is found the same by any seed; who writes it must not know which it is. */
export const noDocuments = (seed: number): Thawed => ({
  frozen: emptyIndex(seed),
  toolIds: [],
  live: emptyMask(0),
});

/**
 * The inverted index of a catalog. Documents take slots in ascending order and keep them; one that is
 * removed or replaced leaves a dead slot behind, and the owner builds a new index when too many are
 * dead. Nothing stored depends on other documents, so a change costs what its own document costs.
 */
export class SearchIndex {
  readonly terms: TermTable;
  readonly grams: GramTable;
  /** Their codes are those of `patterns`. */
  readonly termPostings: Postings;
  /** Their codes are how often a gram occurs, less one. */
  readonly gramPostings: Postings;
  /** Of the terms in tables. */
  readonly impacts: ImpactTable;
  readonly patterns: CountPatterns;
  /** By slot, which terms the name has, and the description: each once, in their order. */
  readonly nameTerms: TermLists;
  readonly descriptionTerms: TermLists;
  /** By slot. */
  readonly toolIds: string[];
  /** Terms by slot and field: `slot * FIELD_COUNT + field`. */
  fieldLengths: Uint16Array;
  /** Character grams, by slot. */
  gramLengths: Uint16Array;
  live: Mask;
  /** Ranking's own; says nothing of the documents. */
  readonly scratch = new Scratch();
  private readonly tokens: Token[] = [];
  private readonly termTally = new Tally();
  private readonly gramTally = new Tally();
  private liveCount: number;

  /** Goes on from an index that was frozen; its arrays are this one's own from now on. */
  constructor({ frozen, toolIds, live }: Thawed = noDocuments(0)) {
    this.toolIds = toolIds;
    this.live = live;
    this.liveCount = countBits(live);
    this.terms = new TermTable(frozen.terms);
    this.grams = new GramTable(frozen.grams);
    this.termPostings = new Postings(frozen.termPostings, this.size);
    this.gramPostings = new Postings(frozen.gramPostings, this.size);
    this.impacts = frozen.impacts;
    this.patterns = new CountPatterns(frozen.patterns);
    this.nameTerms = new TermLists(frozen.nameTerms);
    this.descriptionTerms = new TermLists(frozen.descriptionTerms);
    this.fieldLengths = frozen.fieldLengths;
    this.gramLengths = frozen.gramLengths;
  }

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
    this.live = grownMask(this.live, slot + 1);
    this.fieldLengths = withRoom(this.fieldLengths, (slot + 1) * FIELD_COUNT);
    this.gramLengths = withRoom(this.gramLengths, slot + 1);
    while (this.toolIds.length < slot) this.toolIds.push('');
    this.toolIds.push(document.tool_id);
    setBit(this.live, slot);
    this.liveCount++;
    this.addTexts(document, slot);
    return slot;
  }

  remove(slot: number): void {
    if (!hasBit(this.live, slot)) return;
    clearBit(this.live, slot);
    this.liveCount--;
  }

  /**
   * All of it in few arrays, but for which slots are dead; this one is of no use any more. Of an index
   * that goes on from another it would be a part.
   */
  frozen(): FrozenIndex {
    const { size } = this;
    if (this.termPostings.grown.start > 0) throw new Error('an index is frozen once');
    const terms = orderOf(this.termPostings.grown, this.terms.size, size);
    const grams = orderOf(this.gramPostings.grown, this.grams.size, size);
    const places = placesIn(terms);
    const termPostings = freezePostings(this.termPostings.grown, terms, size, 8);
    const patterns = this.patterns.all;
    return {
      terms: this.terms.reordered(terms.order),
      grams: this.grams.renumbered(placesIn(grams)),
      termPostings,
      gramPostings: freezePostings(this.gramPostings.grown, grams, size, 4),
      impacts: impactTable(termPostings, patterns, this.fieldLengths, size),
      patterns,
      nameTerms: this.nameTerms.renumbered(places),
      descriptionTerms: this.descriptionTerms.renumbered(places),
      fieldLengths: this.fieldLengths.slice(0, size * FIELD_COUNT),
      gramLengths: this.gramLengths.slice(0, size),
    };
  }

  private addTexts(document: SearchDocument, slot: number): void {
    let gramCount = 0;
    const spelling = new GramReader((gram) => {
      gramCount++;
      this.gramTally.countUpTo(this.grams.idOrAdd(gram), MOST_GRAMS_COUNTED);
    });
    for (const [field, { textsOf, isSpelled }] of FIELDS.entries()) {
      const texts = textsOf(document);
      const length = this.addField(texts, slot, field, isSpelled ? spelling : undefined);
      this.fieldLengths[slot * FIELD_COUNT + field] = Math.min(length, LENGTHS - 1);
    }
    this.gramLengths[slot] = Math.min(gramCount, MOST_GRAMS);
    this.gramTally.drain((gram, count) => this.gramPostings.grown.push(gram, slot, count - 1));
    this.termTally.drain((term, counts) =>
      this.termPostings.grown.push(term, slot, this.patterns.codeOf(counts)),
    );
  }

  /** How many terms the texts have. */
  private addField(
    texts: readonly string[],
    slot: number,
    field: number,
    spelling: GramReader | undefined,
  ): number {
    const { tokens, terms, termTally } = this;
    const lists = this.listsOf(field);
    const listed = lists === undefined ? undefined : new Set<number>();
    let length = 0;
    for (const text of texts) {
      analyseInto(text, tokens);
      for (const token of tokens) {
        const term = terms.idOrAdd(token.term);
        termTally.set(term, countedIn(termTally.of(term), field));
        if (token.joined) continue;
        length++;
        spelling?.read(token);
        if (listed !== undefined && listed.size < MOST_LISTED) listed.add(term);
      }
    }
    if (listed !== undefined) lists?.add(slot, [...listed]);
    return length;
  }

  private listsOf(field: number): TermLists | undefined {
    if (field === NAME_FIELD) return this.nameTerms;
    return field === DESCRIPTION_FIELD ? this.descriptionTerms : undefined;
  }
}
