import { Injectable } from '@nestjs/common';
import { countBits, hasBit, intersection, type Mask } from '#core/bits/mask.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import { visibleSuccessor } from '#core/candidates/successor.js';
import { RepeatedAnswer } from '#core/impact/served-tally.js';
import type { Grant } from '#core/policy/grant.js';
import type { Channel } from '#core/search/fuse.js';
import type { Reason } from '#core/search/reasons.js';
import {
  LEXICAL,
  SemanticSearch,
  type SemanticScores,
  type Strategy,
} from '../../../semantic/semantic-search.js';
import type { Asked } from '../asked-requests.js';
import { AssembleAnswer, type CandidatesAnswer, type Entry } from '../assemble-answer.js';
import { CandidatesSnapshot } from './candidates-snapshot.js';
import { Fragments } from './fragments.js';
import type { LoadedCatalog, RankedRequest } from './loaded-catalog.js';
import type { LoadedTool } from './loaded-tool.js';
import type { LoadedVersion } from './loaded-version.js';

interface Found {
  readonly tool: LoadedTool;
  readonly version: LoadedVersion;
  readonly score?: number;
  readonly reasons?: readonly Reason[];
}

interface Ordered {
  readonly found: readonly Found[];
  readonly eligible: number;
  readonly matched: number;
  readonly strategy: Strategy;
}

/** Answers from memory, byte for byte as the database would be answered from. */
@Injectable()
export class AnswerFromSnapshot {
  private readonly fragments = new Fragments();

  constructor(
    private readonly snapshot: CandidatesSnapshot,
    private readonly answers: AssembleAnswer,
    private readonly semantic: SemanticSearch,
  ) {}

  /** Null where this cannot be answered from memory yet. */
  answer(asked: Asked, stale: boolean): Promise<CandidatesAnswer | null> | CandidatesAnswer | null {
    const catalog = this.snapshot.current;
    if (catalog === undefined) return this.onceLoaded(asked, stale);
    const isKept = asked.isRepeated && !stale && this.semantic.strategy === 'lexical';
    const known = isKept ? catalog.answers.get(asked.request) : undefined;
    if (known !== undefined) {
      this.answers.count(known, asked.request);
      return known;
    }
    const answer = this.find(asked, catalog, stale);
    if (isKept && answer !== null && !(answer instanceof Promise)) {
      const kept = detached(answer, asked.request);
      catalog.answers.set(asked.request, kept, answer.bytes.length + ANSWER_BYTES);
    }
    return answer;
  }

  /** Filtering is soon done by the database; ranking all texts there takes longer than the load. */
  private onceLoaded(asked: Asked, stale: boolean): Promise<CandidatesAnswer | null> | null {
    if (asked.request.query === undefined) return null;
    return withinPatience(this.snapshot.loaded()).then(() =>
      this.snapshot.current === undefined ? null : this.answer(asked, stale),
    );
  }

  private find(
    asked: Asked,
    catalog: LoadedCatalog,
    stale: boolean,
  ): Promise<CandidatesAnswer | null> | CandidatesAnswer | null {
    const { request, grant } = asked;
    const tell = (ordered: Ordered) => this.tell(ordered, catalog, request, grant, stale);
    const eligible = catalog.snapshot.eligible(request, grant);
    const { query } = request;
    if (query === undefined) {
      const { count } = eligible;
      const found = eligible.first(request.top_k);
      return tell({ found, eligible: count, matched: count, strategy: this.semantic.strategy });
    }
    if (!catalog.isIndexed) return this.onceIndexed(asked, catalog, stale);
    const ranked = { ...request, query };
    const survivors = eligible.survivors(catalog.snapshot.offers.length);
    if (this.semantic.strategy === 'lexical') {
      const ordered = order(catalog, ranked, grant, survivors, LEXICAL);
      return tell({ ...ordered, eligible: eligible.count, strategy: 'lexical' });
    }
    const versionAt = (slot: number) => catalog.snapshot.offers[slot]?.version.id;
    return this.semantic.score({ query, survivors, versionAt }).then((meaning) => {
      // Another catalog took its place meanwhile; the query's meaning is known now.
      if (this.snapshot.current !== catalog) return this.answer(asked, stale);
      if (!catalog.isIndexed) return null;
      const left = stillEligible(catalog, request, grant, survivors);
      const { strategy, channels } = meaning;
      const ordered = order(catalog, ranked, grant, left, {
        strategy,
        channels: channels.map((channel) => narrowedTo(left, channel)),
      });
      return tell({ ...ordered, eligible: countBits(left), strategy });
    });
  }

  /** The database is asked for few tools; of many it would take longer than the index still does. */
  private onceIndexed(
    asked: Asked,
    catalog: LoadedCatalog,
    stale: boolean,
  ): Promise<CandidatesAnswer | null> | null {
    const { request, grant } = asked;
    if (catalog.rankedAmong(request, grant) <= FEW) return null;
    return this.snapshot.indexed().then(() => {
      if (this.snapshot.current?.isIndexed !== true) return null;
      return this.answer(asked, stale);
    });
  }

  private tell(
    { found, ...totals }: Ordered,
    catalog: LoadedCatalog,
    request: AskedRequest,
    grant: Grant,
    stale: boolean,
  ): Promise<CandidatesAnswer> | CandidatesAnswer {
    const entries = found.map((one) => this.entryOf(one, catalog, request, grant));
    return this.answers.execute(entries, { ...totals, stale }, request);
  }

  private entryOf(
    found: Found,
    { snapshot }: LoadedCatalog,
    request: AskedRequest,
    grant: Grant,
  ): Entry {
    const { tool, version, score, reasons } = found;
    const successor =
      version.successor === null
        ? null
        : visibleSuccessor(version.successor, namedIn(snapshot), grant);
    const fragment = this.fragments.of(found, request, successor);
    const entry = { toolId: tool.tool_id, version: version.version.text, fragment };
    if (score === undefined || reasons === undefined) return entry;
    return { ...entry, score, reasons };
  }
}

/** A load that takes longer is one that hangs, or of a catalog that the database ranks as soon. */
const LOAD_PATIENCE_MS = 10_000;

/** Resolves when the load has ended, or is no longer waited for. */
const withinPatience = (load: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOAD_PATIENCE_MS);
  });
  return Promise.race([load, patience]).finally(() => clearTimeout(timer));
};

/** So many texts are read and analysed for a single request, while the index is still made. */
const FEW = 300;
/** What an answer takes up beside its bytes. */
const ANSWER_BYTES = 500;

/** Its bytes by themselves, which share an allocation with those of others until then. */
const detached = (answer: CandidatesAnswer, audience: AskedRequest): CandidatesAnswer => {
  const bytes = Buffer.allocUnsafeSlow(answer.bytes.length);
  bytes.set(answer.bytes);
  const tools = answer.tools.map(({ toolId, version }) => ({ toolId, version }));
  return { ...answer, bytes, tools, repeated: new RepeatedAnswer(audience, tools) };
};

const namedIn = ({ tools }: LoadedCatalog['snapshot']) => ({
  get: (toolId: string) => tools.get(toolId)?.tool,
});

/** What was tightened while the meaning was looked up is found no more; what came was not looked at. */
const stillEligible = (
  { snapshot }: LoadedCatalog,
  request: AskedRequest,
  grant: Grant,
  survivors: Mask,
): Mask =>
  intersection(survivors, snapshot.eligible(request, grant).survivors(snapshot.offers.length));

/** The same channel, silent outside of the mask. */
const narrowedTo = (mask: Mask, { scores, weight }: Channel): Channel => ({
  scores: scores.map((score, slot) => (hasBit(mask, slot) ? score : 0)),
  weight,
});

const order = (
  catalog: LoadedCatalog,
  request: RankedRequest,
  grant: Grant,
  survivors: Mask,
  { channels }: SemanticScores,
): Pick<Ordered, 'found' | 'matched'> => {
  const { offers } = catalog.snapshot;
  const { hits, matched } = catalog.rank(request, grant, { survivors, channels });
  const found = hits.flatMap(({ slot, score, reasons }) => {
    const offer = offers[slot];
    return offer === undefined
      ? []
      : [{ tool: offer.tool, version: offer.version, score, reasons }];
  });
  return { found, matched };
};
