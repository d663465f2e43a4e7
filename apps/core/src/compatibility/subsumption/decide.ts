/** Is every instance of one schema valid under another? */
import { canonicalJson } from '../../json/canonical.js';
import { isObject, member, objectOf, type Json } from '../../json/value.js';
import { DEFAULT_DIALECT, DIALECTS, type Dialect } from '../../schema/dialect.js';
import { Budget, withinSteps } from './budget.js';
import { constant } from './constant.js';
import { closeSchema, type Closed } from './close.js';
import type { FormatMode } from './evaluate.js';
import { isKnownFormat } from './formats.js';
import { guard } from './guard.js';
import type { Literal } from './node.js';
import { normalise } from './normalise.js';
import { Prover } from './search.js';
import { rememberEach } from './remember.js';
import { shrink } from './shrink.js';
import { Store } from './store.js';
import type { Relation, Verdict } from './verdict.js';
import { Witnesses, type Side } from './verify.js';

export interface DecideOptions {
  /** `wire` unless said otherwise. */
  readonly relation?: Relation;
  /** What the documents are: for `declared`, the root of an input is always closed. */
  readonly root?: 'input' | 'output' | 'bare';
  /** In steps: the same everywhere, so that the verdict is. */
  readonly budget?: number;
  /** Shared by several questions: each takes its steps from what the others have left. */
  readonly purse?: Purse;
  /** Looked at now and then; true ends the question with the error `OutOfTime`, no verdict. */
  readonly outOfTime?: () => boolean;
  /** Of documents that name none in `$schema`. */
  readonly dialect?: Dialect;
  /** The witness goes on to be confirmed elsewhere: no second validator is compiled for it here. */
  readonly isProbe?: boolean;
}

export interface Purse {
  left: number;
}

export const DEFAULT_BUDGET = 100_000;

/** Steps for each character of the documents: they are copied, closed and read once a question. */
const PREPARING = 0.04;

/** How many witnesses are put to the second validator before the two are said to disagree. */
const MOST_WITNESSES = 4;

/**
 * Looks for an instance of `a` that is not one of `b`. `fails` comes with a witness that two
 * validators have confirmed, `holds` is a proof that there is none, and whatever cannot be told is
 * `undecided` with the reason. Formats are taken both as annotations and as assertions, and the
 * worse answer is given.
 */
export const decide = (a: Json, b: Json, options: DecideOptions = {}): Verdict => {
  const reason = guard(a, options.dialect) ?? guard(b, options.dialect);
  if (reason !== null) return { verdict: 'undecided', reason };
  if (textOf(a, '') === textOf(b, '')) return { verdict: 'holds' };
  const { purse = { left: Infinity }, budget: most = DEFAULT_BUDGET } = options;
  const steps = Math.min(most, purse.left);
  const budget = new Budget(steps, options.outOfTime);
  const verdict = withinSteps(() => answerWithin(budget, a, b, options), OUT_OF_STEPS);
  purse.left -= steps - budget.left;
  return verdict;
};

const OUT_OF_STEPS: Verdict = { verdict: 'undecided', reason: 'budget' };

const answerWithin = (budget: Budget, a: Json, b: Json, options: DecideOptions): Verdict => {
  if (!budget.spend((textOf(a, '').length + textOf(b, '').length) * PREPARING)) return OUT_OF_STEPS;
  const store = new Store(budget);
  const sides = [a, b].map((document, at) => sideOf(store, document, at, options));
  const [accepts, refuses] = sides as [Side, Side];
  const isProbe = options.isProbe === true;
  const question: Question = { store, budget, accepts, refuses, isProbe };
  const verdict = ask(question, 'annotation');
  const isWorst = verdict.verdict === 'fails' || !store.formats.some(isKnownFormat);
  return isWorst ? verdict : worse(verdict, ask(question, 'assert'));
};

interface Question {
  readonly store: Store;
  readonly budget: Budget;
  readonly accepts: Side;
  readonly refuses: Side;
  readonly isProbe: boolean;
}

const sideOf = (store: Store, document: Json, at: number, options: DecideOptions): Side => {
  const { relation = 'wire', root = 'bare', dialect = DEFAULT_DIALECT } = options;
  const read =
    relation === 'wire' ? stated(document, dialect) : closed(document, `${root} ${dialect}`);
  return read.ok
    ? { document: read.schema, literal: normalise(store, read.schema, String(at)) }
    : { document, literal: store.unknown(read.reason) };
};

const textOf = rememberEach((document) => canonicalJson(document));

const ROOTS = ['input', 'output', 'bare'] as const;

const closed = rememberEach<Closed>((document, variant) =>
  closeSchema(document, {
    root: ROOTS.find((root) => variant.startsWith(root)) ?? 'bare',
    dialect: DIALECTS.find((dialect) => variant.endsWith(dialect)),
  }),
);

/** With `$schema`, so that whoever reads the document takes it for the same dialect. */
const stated = rememberEach<Closed>((document, dialect) => {
  const isPlain = dialect !== 'draft-07' || !isObject(document);
  if (isPlain || member(document, '$schema') !== undefined) return { ok: true, schema: document };
  const head: [string, Json] = ['$schema', 'http://json-schema.org/draft-07/schema#'];
  return { ok: true, schema: objectOf([head, ...Object.entries(document)]) };
});

const ask = (question: Question, formats: FormatMode): Verdict => {
  const { store, budget, accepts, refuses } = question;
  const prover = new Prover(store, budget, formats);
  const witnesses = new Witnesses(prover.evaluator, budget, accepts, refuses, formats);
  const literals: Literal[] = [accepts.literal, -refuses.literal];
  for (let tried = 0; tried < MOST_WITNESSES; tried += 1) {
    const answer = prover.find(literals);
    if (answer.kind === 'unknown') return { verdict: 'undecided', reason: answer.reason };
    if (answer.kind === 'instance' && isShown(answer.value, witnesses, question)) {
      return { verdict: 'fails', witness: smallest(answer.value, witnesses, question) };
    }
    // What came while the steps ran out is neither a proof, nor said of the validators.
    if (budget.isSpent || witnesses.wasTooDear) return OUT_OF_STEPS;
    if (answer.kind === 'empty') return tried === 0 ? HOLDS : DISAGREE;
    literals.push(-constant(store, answer.value));
  }
  return DISAGREE;
};

const HOLDS: Verdict = { verdict: 'holds' };
const DISAGREE: Verdict = { verdict: 'undecided', reason: 'validators-disagree' };

const isShown = (value: Json, witnesses: Witnesses, { isProbe }: Question): boolean =>
  witnesses.isWitness(value) && (isProbe || witnesses.isConfirmed(value));

const smallest = (witness: Json, witnesses: Witnesses, question: Question): Json =>
  shrink(witness, (value) => isShown(value, witnesses, question));

const worse = (one: Verdict, other: Verdict): Verdict =>
  other.verdict === 'fails' || one.verdict === 'holds' ? other : one;
