import { member } from '../json/value.js';
import type { Ambiguity } from '../schema/backtracking/ambiguity.js';
import { patternCost } from '../schema/backtracking/pattern-cost.js';
import { readPattern } from '../schema/patterns.js';
import type { LintHit } from './lint-rule.js';
import type { LintSubject } from './subject.js';

/** Characters of different patterns judged in one contract; what is beyond is `unknown`. */
const MOST_JUDGED = 5_000;

/** Texts of this length take even a cubic pattern only moments. */
const SHORT = 1_000;

/** The patterns that cost this much; a polynomial one is let pass where a `maxLength` bounds it. */
export const patternHits = (subject: LintSubject, costs: readonly Ambiguity[]): LintHit[] => {
  const judge = new Judge();
  return subject.patterns.flatMap(({ pointer: path, pattern }) => {
    const cost = judge.costOf(pattern);
    const isBounded = cost === 'polynomial' && hasShortBound(subject, path);
    return costs.includes(cost) && !isBounded ? [{ path }] : [];
  });
};

class Judge {
  private left = MOST_JUDGED;
  private readonly known = new Map<string, Ambiguity>();

  costOf(pattern: string): Ambiguity {
    const cost = this.known.get(pattern) ?? this.judge(pattern);
    this.known.set(pattern, cost);
    return cost;
  }

  private judge(pattern: string): Ambiguity {
    this.left -= pattern.length;
    const reading = readPattern(pattern);
    // A pattern that cannot be read is a fault of the schema, which is told elsewhere.
    if (!reading.ok) return 'none';
    return this.left < 0 ? 'unknown' : patternCost(reading.tree);
  }
}

const hasShortBound = ({ schemas }: LintSubject, path: string): boolean => {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const schema = schemas.find((place) => place.path === parent)?.schema;
  const bound = schema === undefined ? undefined : member(schema, 'maxLength');
  return typeof bound === 'number' && bound <= SHORT;
};
