/** Is every instance of one schema valid under another? */
import { isSame } from '../../json/same.js';
import { isObject, member, objectOf, type Json } from '../../json/value.js';
import { DEFAULT_DIALECT, DIALECTS, dialectOf, type Dialect } from '../../schema/dialect.js';
import { namesIn } from '../../schema/for-instance.js';
import { Budget, withinSteps } from './budget.js';
import { constant } from './constant.js';
import { closeSchema, type Closed } from './close.js';
import { differenceOf, type Difference } from './difference.js';
import type { FormatMode } from './evaluate.js';
import { isKnownFormat } from './formats.js';
import { guard } from './guard.js';
import type { Literal } from './node.js';
import { normalise } from './normalise.js';
import { Prover } from './search.js';
import { rememberEach } from './remember.js';
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
  /** What has been paid for already, and is remembered. */
  readonly paid?: Set<string>;
}

export const DEFAULT_BUDGET = 100_000;

/** Steps for each character of the documents: they are compared, copied, closed and read. */
const COMPARING = 0.004;
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
  if (isSame(a, b)) return HOLDS;
  const { purse = { left: Infinity }, budget: most = DEFAULT_BUDGET } = options;
  const steps = Math.min(most, purse.left);
  const budget = new Budget(steps, options.outOfTime, purse.paid);
  const verdict = withinSteps(() => answerWithin(budget, a, b, options), OUT_OF_STEPS);
  purse.left -= steps - budget.left;
  return verdict;
};

const HOLDS: Verdict = { verdict: 'holds' };
const OUT_OF_STEPS: Verdict = { verdict: 'undecided', reason: 'budget' };
const DISAGREE: Verdict = { verdict: 'undecided', reason: 'validators-disagree' };

/** What the two say differently first, which is seldom much; the whole where that does not do. */
const answerWithin = (budget: Budget, a: Json, b: Json, options: DecideOptions): Verdict => {
  if (!budget.spend((sizeOf(a, '') + sizeOf(b, '')) * COMPARING)) return OUT_OF_STEPS;
  const difference = differenceOf(a, b);
  const whole = { a, b, left: NOTHING };
  const verdict = askAbout(budget, difference, whole, options);
  return verdict ?? askAbout(budget, whole, whole, options) ?? DISAGREE;
};

const NOTHING: ReadonlySet<string> = new Set();

/** null where the witness has to do with what was left out. */
const askAbout = (
  budget: Budget,
  difference: Difference,
  whole: Difference,
  options: DecideOptions,
): Verdict | null => {
  const size = sizeOf(difference.a, '') + sizeOf(difference.b, '');
  if (!budget.spend(size * PREPARING)) return OUT_OF_STEPS;
  const store = new Store(budget);
  const side = (document: Json, written: Json, name: string): Side => {
    const dialect = dialectFor(written, options);
    const read = readerOf(dialect, options);
    return { literal: literalOf(store, read(document), name), written, dialect, read };
  };
  const accepts = side(difference.a, whole.a, '0');
  const refuses = side(difference.b, whole.b, '1');
  const isProbe = options.isProbe === true;
  const question: Question = { store, budget, accepts, refuses, isProbe, left: difference.left };
  const verdict = ask(question, 'annotation');
  const isWorst = verdict?.verdict === 'fails' || !store.formats.some(isKnownFormat);
  return verdict === null || isWorst ? verdict : worse(verdict, ask(question, 'assert'));
};

interface Question {
  readonly store: Store;
  readonly budget: Budget;
  readonly accepts: Side;
  readonly refuses: Side;
  readonly isProbe: boolean;
  /** An instance with a property of such a name is judged by more than is asked about here. */
  readonly left: ReadonlySet<string>;
}

/** How a document is read under the relation that is asked about; in whatever state it is put. */
const readerOf =
  (dialect: Dialect, { relation = 'wire', root = 'bare' }: DecideOptions): Side['read'] =>
  (document) =>
    relation === 'wire' ? stated(document, dialect) : closed(document, `${root} ${dialect}`);

const dialectFor = (document: Json, options: DecideOptions): Dialect => {
  const fallback = options.dialect ?? DEFAULT_DIALECT;
  return dialectOf(document, fallback) ?? fallback;
};

const literalOf = (store: Store, read: Closed, name: string): Literal =>
  read.ok ? normalise(store, read.schema, name) : store.unknown(read.reason);

const sizeOf = rememberEach((document) => JSON.stringify(document).length);

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

/** null where an instance that was found has to do with what was left out. */
const ask = (question: Question, formats: FormatMode): Verdict | null => {
  const { store, budget, accepts, refuses, isProbe, left } = question;
  const prover = new Prover(store, budget, formats);
  const witnesses = new Witnesses(prover.evaluator, budget, { accepts, refuses, formats, isProbe });
  const literals: Literal[] = [accepts.literal, -refuses.literal];
  for (let tried = 0; tried < MOST_WITNESSES; tried += 1) {
    const answer = prover.find(literals);
    if (answer.kind === 'unknown') return { verdict: 'undecided', reason: answer.reason };
    if (answer.kind === 'empty') return ended(budget, tried === 0 ? HOLDS : DISAGREE);
    if (hasAny(answer.value, left)) return null;
    const witness = witnesses.smallest(answer.value);
    if (witness !== null) return { verdict: 'fails', witness: witness.value };
    if (budget.isSpent || witnesses.wasTooDear) return OUT_OF_STEPS;
    literals.push(-constant(store, answer.value));
  }
  return DISAGREE;
};

/** What came while the steps ran out is neither a proof, nor said of the validators. */
const ended = (budget: Budget, verdict: Verdict): Verdict =>
  budget.isSpent ? OUT_OF_STEPS : verdict;

const hasAny = (value: Json, names: ReadonlySet<string>): boolean =>
  names.size > 0 && [...namesIn(value)].some((name) => names.has(name));

const worse = (one: Verdict, other: Verdict | null): Verdict | null =>
  other === null || other.verdict === 'fails' || one.verdict === 'holds' ? other : one;
