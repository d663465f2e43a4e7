import type { Json } from '../json/value.js';
import { isSchemaChange, type Change, type Direction, type JudgedChange } from './change.js';
import { changedAlone } from './comparison/edits.js';
import { isEqual, textOf } from './comparison/equality.js';
import type { Proof } from './finding.js';
import { ask, witnessBetween, type Reading, type Sides } from './questions.js';
import type { Relation, UndecidedReason, Verdict } from './subsumption/verdict.js';

/** What the engine says of the two schemas as a whole. */
interface Whole {
  readonly sides: Sides;
  readonly reading: Reading;
  /** Every instance of the old one is one of the new; every instance of the new is one of the old. */
  readonly kept: Verdict;
  readonly contained: Verdict;
  /** Which of the two directions breaks somebody. */
  readonly harmful: readonly Direction[];
}

/**
 * Beyond so many the rest is not judged one by one: the verdict over the whole still holds. In a
 * large schema each takes longer, so that fewer are.
 */
const MOST_CHANGES_ALONE = 60;
const FEWEST_CHANGES_ALONE = 6;
const CHARACTERS_ALONE = 1_000_000;
/** A change alone is seldom hard to judge; where it is, the whole stands for it. Few have more. */
const BUDGET_ALONE = 10_000;
const MOST_UNDECIDED_ALONE = 4;

const STRUCTURAL: Proof = { kind: 'structural' };
const PROVEN: Proof = { kind: 'proof' };

/** A change that needs no engine. */
export const stated = (change: Change): JudgedChange => ({
  change,
  effect: 'stated',
  relation: null,
  proof: STRUCTURAL,
});

/**
 * Judges an input: what callers may send is compared as both schemas declare it. Where only
 * undeclared extras make the difference, that is a note of its own with its wire witness.
 */
export const judgeInput = (sides: Sides, changes: readonly Change[]): JudgedChange[] => {
  // Asked even where no candidate was seen: a difference that the walk misses is still a difference.
  if (isEqual(sides.before, sides.after)) return [];
  const candidates = changes.filter(isSchemaChange);
  const whole: Whole = { sides, ...bothWays(sides, 'declared'), harmful: ['narrowed'] };
  // Before the changes are asked about one by one, which may take all the steps there are.
  const wire =
    whole.kept.verdict === 'holds' ? ask(sides, sides.before, sides.after, 'wire') : whole.kept;
  const judged = attribute(whole, candidates);
  if (whole.kept.verdict !== 'holds' || wire.verdict === 'holds') return judged;
  return wire.verdict === 'fails'
    ? [...judged, ...onTheWire(sides, wire.witness, candidates)]
    : [...judged, undecidedOnTheWire(sides, wire.reason)];
};

/**
 * Judges an output. `strict`: any difference counts, as declared or as written. `covariant`: what
 * the new one declares must be readable by a consumer of the old one, and no property be lost.
 */
export const judgeOutput = (
  sides: Sides,
  changes: readonly Change[],
  compatibility: 'strict' | 'covariant',
): JudgedChange[] => {
  if (isEqual(sides.before, sides.after)) return [];
  const candidates = changes.filter(isSchemaChange);
  const declared = bothWays(sides, 'declared');
  if (compatibility === 'covariant') return judgeCovariant(sides, declared, candidates);
  const plain = isEquivalent(declared) ? bothWays(sides, 'wire') : declared;
  return attribute({ sides, ...plain, harmful: ['widened', 'narrowed'] }, candidates);
};

const judgeCovariant = (
  sides: Sides,
  declared: Answers,
  candidates: readonly Change[],
): JudgedChange[] => {
  const contained = ask(sides, sides.after, sides.before, 'covariant');
  const whole: Whole =
    contained.verdict === 'holds'
      ? { sides, ...declared, harmful: [] }
      : { sides, reading: 'covariant', kept: declared.kept, contained, harmful: ['widened'] };
  return attribute(whole, candidates).map((judged) => {
    const isHarmless = judged.effect === 'narrowed' || judged.effect === 'widened';
    const isTolerated = isHarmless && !whole.harmful.includes(judged.effect as Direction);
    return isTolerated ? { ...judged, isTolerated } : judged;
  });
};

type Answers = Pick<Whole, 'reading' | 'kept' | 'contained'>;

const bothWays = (sides: Sides, reading: Relation): Answers => ({
  reading,
  kept: ask(sides, sides.before, sides.after, reading),
  contained: ask(sides, sides.after, sides.before, reading),
});

const isEquivalent = ({ kept, contained }: Answers): boolean =>
  kept.verdict === 'holds' && contained.verdict === 'holds';

/** Each change alone, then whatever of the whole verdict none of them explains. */
const attribute = (whole: Whole, candidates: readonly Change[]): JudgedChange[] => {
  const doubts = { left: MOST_UNDECIDED_ALONE };
  const share = Math.floor(whole.sides.purse.left / Math.max(1, candidates.length));
  const budget = Math.max(BUDGET_ALONE, share);
  const most = mostAlone(whole.sides);
  const judged = candidates.flatMap((change, index) =>
    index < most ? judgeAlone(whole, change, { doubts, budget }) : judgeUnasked(change),
  );
  const effects = new Set(judged.map(({ effect }) => effect));
  const isSettled = whole.harmful.some((direction) => effects.has(direction));
  if (!isSettled) judged.push(...whole.harmful.flatMap((way) => unexplained(whole, way)));
  const isExplained = judged.some(({ effect }) => effect !== 'same');
  if (isExplained) return judged;
  if (!isEquivalent(whole)) return [...judged, harmless(whole)];
  return candidates.length === 0 ? judged : [...judged, rewritten(whole)];
};

const mostAlone = ({ before }: Sides): number => {
  const affordable = Math.floor(CHARACTERS_ALONE / textOf(before).length);
  return Math.max(FEWEST_CHANGES_ALONE, Math.min(MOST_CHANGES_ALONE, affordable));
};

const judgeUnasked = (change: Change): JudgedChange[] =>
  change.isIgnored === true
    ? [{ change, effect: 'ignored', relation: null, proof: STRUCTURAL }]
    : [];

interface Limits {
  readonly doubts: { left: number };
  readonly budget: number;
}

const judgeAlone = (whole: Whole, change: Change, limits: Limits): JudgedChange => {
  const relation = whole.reading === 'declared' ? 'declared' : 'wire';
  const others = (['narrowed', 'widened'] as const).filter((way) => !whole.harmful.includes(way));
  const found = firstEffect(whole, change, whole.harmful, limits);
  if (found !== null) return found;
  const [ignored] = judgeUnasked(change);
  if (ignored !== undefined) return ignored;
  const other = firstEffect(whole, change, others, limits);
  return other ?? { change, effect: 'same', relation, proof: PROVEN };
};

const firstEffect = (
  whole: Whole,
  change: Change,
  directions: readonly Direction[],
  { doubts, budget }: Limits,
): JudgedChange | null => {
  for (const direction of directions) {
    const { sides } = whole;
    const isOver = doubts.left <= 0 || sides.purse.left <= 0;
    if (isOver || verdictFor(whole, direction).verdict === 'holds') continue;
    const alone = changedAlone(sides.before, sides.after, change.edits);
    const [inner, outer] = direction === 'narrowed' ? [sides.before, alone] : [alone, sides.before];
    const reading = readingFor(whole, direction);
    const verdict = ask(sides, inner, outer, reading, { budget });
    if (verdict.verdict === 'undecided') doubts.left -= 1;
    const proof = witnessOf(whole, verdict, direction, alone);
    if (proof !== null) return { change, effect: direction, relation: asRelation(reading), proof };
  }
  return null;
};

const verdictFor = (whole: Whole, direction: Direction): Verdict =>
  direction === 'narrowed' ? whole.kept : whole.contained;

/** Only "may a consumer of the old one read all of the new" is asked half closed. */
const readingFor = (whole: Whole, direction: Direction): Reading =>
  whole.reading === 'covariant' && direction === 'narrowed' ? 'declared' : whole.reading;

const asRelation = (reading: Reading): Relation => (reading === 'declared' ? 'declared' : 'wire');

const witnessOf = (
  whole: Whole,
  verdict: Verdict,
  direction: Direction,
  alone?: Json,
): Proof | null =>
  verdict.verdict === 'fails'
    ? witnessBetween(whole.sides, {
        instance: verdict.witness,
        validUnder: direction === 'narrowed' ? 'before' : 'after',
        reading: readingFor(whole, direction),
        isAlone: alone !== undefined,
        // Of a widening it is the old schema that refuses.
        ...(direction === 'narrowed' && alone !== undefined ? { refusedBy: alone } : {}),
      })
    : null;

/** The verdict over the whole, as a change of the whole schema. */
const unexplained = (whole: Whole, direction: Direction): JudgedChange[] => {
  const verdict = verdictFor(whole, direction);
  if (verdict.verdict === 'holds') return [];
  const change = wholeSchema(whole.sides);
  const relation = asRelation(readingFor(whole, direction));
  const proof = witnessOf(whole, verdict, direction);
  if (proof !== null) return [{ change, effect: direction, relation, proof }];
  // The engine had its witness confirmed; a reading here that differs is no acquittal.
  const reason = verdict.verdict === 'undecided' ? verdict.reason : 'validators-disagree';
  return [{ change, effect: 'undecided', relation, proof: { kind: 'undecided', reason } }];
};

/** Nobody is broken, and some difference that no single change explains is there or may be. */
const harmless = (whole: Whole): JudgedChange => {
  const direction: Direction = whole.kept.verdict === 'holds' ? 'widened' : 'narrowed';
  return {
    change: wholeSchema(whole.sides),
    effect: direction,
    relation: asRelation(readingFor(whole, direction)),
    proof: witnessOf(whole, verdictFor(whole, direction), direction) ?? PROVEN,
  };
};

const rewritten = (whole: Whole): JudgedChange => ({
  change: wholeSchema(whole.sides),
  effect: 'same',
  relation: asRelation(whole.reading),
  proof: PROVEN,
});

const wholeSchema = ({ root }: Sides): Change => ({
  side: root,
  aspect: 'schema',
  action: 'changed',
  path: `/${root}_schema`,
  subject: 'the schema as a whole',
  edits: [],
});

/** Whether extras that nobody declared are refused now. */
const undecidedOnTheWire = (sides: Sides, reason: UndecidedReason): JudgedChange => ({
  change: wholeSchema(sides),
  effect: 'undecided',
  relation: 'wire',
  proof: { kind: 'undecided', reason },
});

const onTheWire = (
  sides: Sides,
  witness: Json,
  candidates: readonly Change[],
): readonly JudgedChange[] => {
  const proof = witnessBetween(sides, {
    instance: witness,
    validUnder: 'before',
    reading: 'wire',
  });
  if (proof === null) return [];
  const path = candidates[0]?.path ?? `/${sides.root}_schema`;
  return [{ change: { ...wholeSchema(sides), path }, effect: 'extras', relation: 'wire', proof }];
};
