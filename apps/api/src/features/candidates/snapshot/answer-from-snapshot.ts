import { Injectable } from '@nestjs/common';
import type { AskedRequest } from '#core/candidates/offer.js';
import { visibleSuccessor } from '#core/candidates/successor.js';
import type { Grant } from '#core/policy/grant.js';
import type { Reason } from '#core/search/reasons.js';
import { AssembleAnswer, type CandidatesAnswer, type Entry } from '../assemble-answer.js';
import { CandidatesSnapshot } from './candidates-snapshot.js';
import { Fragments } from './fragments.js';
import type { LoadedCatalog } from './loaded-catalog.js';
import type { LoadedTool, LoadedVersion } from './loaded-tool.js';

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
}

/** Answers from memory, byte for byte as the database would be answered from. */
@Injectable()
export class AnswerFromSnapshot {
  private readonly fragments = new Fragments();

  constructor(
    private readonly snapshot: CandidatesSnapshot,
    private readonly answers: AssembleAnswer,
  ) {}

  /** Null where this cannot be answered from memory yet. */
  answer(
    request: AskedRequest,
    grant: Grant,
    stale: boolean,
  ): Promise<CandidatesAnswer> | CandidatesAnswer | null {
    const catalog = this.snapshot.current;
    if (catalog === undefined) return null;
    if (request.query !== undefined && !catalog.isIndexed) return null;
    const { found, ...totals } = order(catalog, request, grant);
    const entries = found.map((one) => this.entryOf(one, catalog, request, grant));
    return this.answers.execute(entries, { ...totals, stale }, request);
  }

  private entryOf(
    { tool, version, ...ranked }: Found,
    { snapshot }: LoadedCatalog,
    request: AskedRequest,
    grant: Grant,
  ): Entry {
    const successor =
      version.successor === null
        ? null
        : visibleSuccessor(version.successor, namedIn(snapshot), grant);
    const fragment = this.fragments.of({ tool, version }, request, successor);
    return { toolId: tool.tool_id, fragment, ...ranked };
  }
}

const namedIn = ({ tools }: LoadedCatalog['snapshot']) => ({
  get: (toolId: string) => tools.get(toolId)?.tool,
});

const order = (catalog: LoadedCatalog, request: AskedRequest, grant: Grant): Ordered => {
  const { snapshot } = catalog;
  const eligible = snapshot.eligible(request, grant);
  const { count } = eligible;
  const { query } = request;
  if (query === undefined) {
    return { found: eligible.first(request.top_k), eligible: count, matched: count };
  }
  const survivors = eligible.survivors(snapshot.offers.length);
  const { hits, matched } = catalog.rank(request, query, grant, survivors);
  const found = hits.flatMap(({ slot, score, reasons }) => {
    const offer = snapshot.offers[slot];
    return offer === undefined
      ? []
      : [{ tool: offer.tool, version: offer.version, score, reasons }];
  });
  return { found, eligible: count, matched };
};
