import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { namesOf } from '#core/candidates/formats/render.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import {
  ServedTally,
  type Audience,
  type RepeatedAnswer,
  type ServedTool,
} from '#core/impact/served-tally.js';
import type { Reason } from '#core/search/reasons.js';
import type { Count } from '../../metrics/instruments.js';
import { Meters } from '../../metrics/meters.js';
import type { Strategy } from '../../semantic/semantic-search.js';
import { joinBytes } from './answer-bytes.js';
import type { Fragment } from './fragment.js';
import { TokenCounts } from './token-counts.js';

/** What is answered of one tool; `score` and `reasons` with a query only. */
export interface Entry {
  readonly toolId: string;
  readonly version: string;
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
  /** What is told of in it, in order. */
  readonly tools: readonly ServedTool[];
  readonly totals: Totals;
  /** Of one that is kept. */
  readonly repeated?: RepeatedAnswer;
}

/** Puts an answer together from entries that lie ready, of which no byte is looked at again. */
@Injectable()
export class AssembleAnswer {
  private readonly counts: Readonly<Record<'eligible' | 'matched' | 'answered' | 'stale', Count>>;

  private readonly strategies = new Map<Strategy, Count>();

  constructor(
    private readonly tokens: TokenCounts,
    private readonly meters: Meters,
    private readonly served: ServedTally,
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
    request: AskedRequest,
  ): CandidatesAnswer | Promise<CandidatesAnswer> {
    const { format, max_tokens: most } = request;
    const additions = format === 'native' ? entries.map(additionOf) : [];
    if (most === undefined) return this.join(entries, additions, { ...totals, format }, request);
    return this.tokens
      .fitting(entries, additions, most)
      .then(({ count, tokens }) =>
        this.join(entries.slice(0, count), additions, { ...totals, format, tokens }, request),
      );
  }

  /** Each time that it is answered. */
  count({ tools, totals, repeated }: CandidatesAnswer, audience: Audience): void {
    if (repeated === undefined) this.served.note(audience, tools, Date.now());
    else this.served.noteAgain(repeated, Date.now());
    const { eligible, matched, strategy, stale } = totals;
    const { counts } = this;
    counts.eligible.add(eligible);
    counts.matched.add(matched);
    counts.answered.add(tools.length);
    if (stale) counts.stale.add();
    let ofStrategy = this.strategies.get(strategy);
    if (ofStrategy === undefined) {
      ofStrategy = this.meters.candidateAnswers.at(strategy);
      this.strategies.set(strategy, ofStrategy);
    }
    ofStrategy.add();
  }

  private join(
    entries: readonly Entry[],
    additions: readonly string[],
    rest: Rest,
    audience: Audience,
  ): CandidatesAnswer {
    const answer = join(entries, additions, rest);
    this.count(answer, audience);
    return answer;
  }
}

/** The last members of an entry, with a comma before them. */
const additionOf = ({ score, reasons }: Entry): string =>
  score === undefined ? '' : `,"score":${score},"reasons":${JSON.stringify(reasons)}`;

interface Rest extends Totals {
  readonly format: AskedRequest['format'];
  readonly tokens?: number;
}

const join = (
  entries: readonly Entry[],
  additions: readonly string[],
  rest: Rest,
): CandidatesAnswer => {
  const pieces: (Buffer | string)[] = ['{"tools":['];
  let said = '';
  entries.forEach(({ fragment: { bytes, digest } }, at) => {
    const addition = additions[at] ?? '';
    const entry = at === 0 ? bytes.subarray(1) : bytes;
    if (addition === '') pieces.push(entry);
    else pieces.push(entry.subarray(0, -1), `${addition}}`);
    said += digest + addition;
  });
  const end = restOf(entries, rest);
  pieces.push(end);
  const { eligible, matched, strategy, stale } = rest;
  const totals = { eligible, matched, strategy, stale };
  return { bytes: joinBytes(pieces), tag: tagOf(said + end), totals, tools: entries };
};

const restOf = (
  entries: readonly Entry[],
  { eligible, matched, strategy, stale, format, tokens }: Rest,
): string => {
  const names = namesOf(
    entries.map(({ toolId }) => toolId),
    format,
  );
  const more = [
    ...(tokens === undefined ? [] : [`,"tokens":${tokens}`]),
    ...(stale ? [',"stale":true'] : []),
  ].join('');
  return (
    `],"total_eligible":${eligible},"truncated":${matched > entries.length},` +
    `"strategy":"${strategy}","names":${JSON.stringify(names)}${more}}`
  );
};

/** Of the digests of all parts: as good as one of all bytes, for a twentieth of its cost. */
const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
