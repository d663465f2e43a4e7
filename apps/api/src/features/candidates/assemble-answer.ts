import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { namesOf } from '#core/candidates/formats/render.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { JsonObject } from '#core/json/value.js';
import type { Reason } from '#core/search/reasons.js';
import type { Count } from '../../metrics/instruments.js';
import { Meters } from '../../metrics/meters.js';
import type { Strategy } from '../../semantic/semantic-search.js';
import { TokenCounts } from './token-counts.js';

/** An entry of `tools` as the bytes that are sent, without what one request alone adds to it. */
export interface Fragment {
  readonly bytes: Buffer;
  readonly digest: string;
}

/** What is answered of one tool; `score` and `reasons` with a query only. */
export interface Entry {
  readonly toolId: string;
  readonly fragment: Fragment;
  readonly score?: number;
  readonly reasons?: readonly Reason[];
}

export interface Totals {
  /** What the filter left, whether or not it matches the query. */
  readonly eligible: number;
  /** How many could have been answered, were there no limit. */
  readonly matched: number;
  /** Named without a query too, where there is nothing to rank. */
  readonly strategy: Strategy;
  readonly stale: boolean;
}

/** The whole answer as it is sent, and its entity tag. */
export interface CandidatesAnswer {
  readonly bytes: Buffer;
  readonly tag: string;
}

export const fragmentOf = (entry: JsonObject): Fragment => {
  const bytes = Buffer.from(JSON.stringify(entry));
  return { bytes, digest: hash('sha256', bytes, 'base64') };
};

/** Puts an answer together from entries that lie ready, of which no byte is looked at again. */
@Injectable()
export class AssembleAnswer {
  private readonly counts: Readonly<Record<'eligible' | 'matched' | 'answered' | 'stale', Count>>;

  constructor(
    private readonly tokens: TokenCounts,
    private readonly meters: Meters,
  ) {
    const { candidateTools, candidatesStale } = meters;
    this.counts = {
      eligible: candidateTools.at('eligible'),
      matched: candidateTools.at('matched'),
      answered: candidateTools.at('answered'),
      stale: candidatesStale.at(),
    };
  }

  execute(
    entries: readonly Entry[],
    totals: Totals,
    { format, max_tokens: most }: AskedRequest,
  ): CandidatesAnswer | Promise<CandidatesAnswer> {
    const parts = entries.map(({ toolId, fragment, score, reasons }) => ({
      toolId,
      ...fragment,
      addition:
        score === undefined || format !== 'native' ? null : JSON.stringify({ score, reasons }),
    }));
    if (most === undefined) return this.join(parts, { ...totals, format });
    return this.tokens
      .fitting(parts, most)
      .then(({ count, tokens }) => this.join(parts.slice(0, count), { ...totals, format, tokens }));
  }

  private join(parts: readonly Part[], rest: Rest): CandidatesAnswer {
    this.counts.eligible.add(rest.eligible);
    this.counts.matched.add(rest.matched);
    this.counts.answered.add(parts.length);
    if (rest.stale) this.counts.stale.add();
    this.meters.candidateAnswers.at(rest.strategy).add();
    return join(parts, rest);
  }
}

interface Part extends Fragment {
  readonly toolId: string;
  /** A JSON object whose members come last in the entry. */
  readonly addition: string | null;
}

interface Rest extends Totals {
  readonly format: AskedRequest['format'];
  readonly tokens?: number;
}

const HEAD = Buffer.from('{"tools":[');
const COMMA = Buffer.from(',');

const join = (parts: readonly Part[], rest: Rest): CandidatesAnswer => {
  const pieces: Buffer[] = [HEAD];
  let said = '';
  parts.forEach(({ bytes, digest, addition }, at) => {
    if (at > 0) pieces.push(COMMA);
    // `{…}` and `{"score":…}` become one object.
    if (addition === null) pieces.push(bytes);
    else pieces.push(bytes.subarray(0, -1), Buffer.from(`,${addition.slice(1)}`));
    said += addition === null ? digest : digest + addition;
  });
  const end = restOf(parts, rest);
  pieces.push(Buffer.from(end));
  return { bytes: Buffer.concat(pieces), tag: tagOf(said + end) };
};

const restOf = (
  parts: readonly Part[],
  { eligible, matched, strategy, stale, format, tokens }: Rest,
): string => {
  const members = JSON.stringify({
    total_eligible: eligible,
    truncated: matched > parts.length,
    strategy,
    names: namesOf(
      parts.map(({ toolId }) => toolId),
      format,
    ),
    ...(tokens === undefined ? {} : { tokens }),
    ...(stale ? { stale } : {}),
  });
  return `],${members.slice(1)}`;
};

/** Of the digests of all parts: as good as one of all bytes, for a twentieth of its cost. */
const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
