/** Is every instance of one schema valid under another? */
import { isSame } from '../../json/same.js';
import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import { DEFAULT_DIALECT, dialectOf, type Dialect } from '../../schema/dialect.js';
import { Budget, withinSteps } from './budget.js';
import { constant } from './constant.js';
import type { Closed } from './close.js';
import { closedOnce } from './closed-once.js';
import { differenceOf, undivided, type Difference } from './difference.js';
import type { FormatMode } from './evaluate.js';
import { isKnownFormat } from './formats.js';
import { guard } from './guard.js';
import type { Literal } from './node.js';
import { normalise } from './normalise.js';
import type { Part } from './padding-plan.js';
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
  /** What witnesses are given back, by what it has to satisfy. */
  readonly given?: Map<string, JsonObject>;
  /** The last two documents as they were read: they are often asked about the other way round. */
  reading?: Reading;
}

interface Reading {
  readonly variant: string;
  readonly store: Store;
  readonly literals: Map<Json, Literal>;
}

/** For several questions that have so many steps together. */
export const purseOf = (steps: number): Purse => ({
  left: steps,
  paid: new Set(),
  given: new Map(),
});

export const DEFAULT_BUDGET = 100_000;

/** Steps for each character of the documents: they are compared, copied, closed and read. */
const COMPARING = 0.004;
const PREPARING = 0.03;

/** How many witnesses are put to the second validator before the two are said to disagree. */
const MOST_WITNESSES = 4;

/**
 * Looks for an instance of `a` that is not one of `b`. `fails` comes with a witness that two
 * validators have confirmed, `holds` is a proof that there is none, and whatever cannot be told is
 * `undecided` with the reason. Formats are taken both as annotations and as assertions, and the
 * worse answer is given.
 */
export const decide = (a: Json, b: Json, options: DecideOptions = {}): Verdict => {
  // What is asked about one change alone is put together of two documents that have been let in.
  const isLetIn = options.isProbe === true;
  const reason = isLetIn ? null : (guard(a, options.dialect) ?? guard(b, options.dialect));
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
  const verdict = askAbout(budget, difference, options);
  return verdict ?? askAbout(budget, undivided(a, b), options) ?? DISAGREE;
};

/** null where the witness has to do with what was left out, or cannot be given it back. */
const askAbout = (
  budget: Budget,
  difference: Difference,
  options: DecideOptions,
): Verdict | null => {
  const reading = readingOf(budget, difference, options);
  if (reading === null) return OUT_OF_STEPS;
  const { store, literals } = reading;
  const side = (document: Json): Side => {
    const dialect = dialectFor(document, options);
    const read = readerOf(dialect, options);
    const literal = literals.get(document) ?? literalOf(store, read(document), `${literals.size}`);
    literals.set(document, literal);
    return { literal, written: difference.padding.filled(document), dialect, read };
  };
  const accepts = side(difference.a);
  const refuses = side(difference.b);
  const isProbe = options.isProbe === true;
  const { given } = options.purse ?? {};
  const question: Question = { store, budget, accepts, refuses, isProbe, difference, given };
  const verdict = ask(question, 'annotation');
  const isWorst = verdict?.verdict === 'fails' || !store.formats.some(isKnownFormat);
  return verdict === null || isWorst ? verdict : worse(verdict, ask(question, 'assert'));
};

/** Where the two documents are read, or have been for the question before; null: out of steps. */
const readingOf = (
  budget: Budget,
  { a, b }: Difference,
  { purse, isProbe, relation, root, dialect }: DecideOptions,
): Reading | null => {
  const variant = `${relation} ${root} ${dialect}`;
  const last = purse?.reading;
  if (last?.variant === variant && last.literals.has(a) && last.literals.has(b)) {
    last.store.payFrom(budget);
    return last;
  }
  if (!budget.spend((sizeOf(a, '') + sizeOf(b, '')) * PREPARING)) return null;
  const reading = { variant, store: new Store(budget), literals: new Map<Json, Literal>() };
  if (purse !== undefined && isProbe !== true) purse.reading = reading;
  return reading;
};

interface Question {
  readonly store: Store;
  readonly budget: Budget;
  readonly accepts: Side;
  readonly refuses: Side;
  readonly isProbe: boolean;
  readonly difference: Difference;
  readonly given: Map<string, JsonObject> | undefined;
}

/** How a document is read under the relation that is asked about; in whatever state it is put. */
const readerOf =
  (dialect: Dialect, { relation = 'wire', root = 'bare' }: DecideOptions): Side['read'] =>
  (document) =>
    relation === 'wire' ? stated(document, dialect) : closedOnce(document, root, dialect);

const dialectFor = (document: Json, options: DecideOptions): Dialect => {
  const fallback = options.dialect ?? DEFAULT_DIALECT;
  return dialectOf(document, fallback) ?? fallback;
};

const literalOf = (store: Store, read: Closed, name: string): Literal =>
  read.ok ? normalise(store, read.schema, name) : store.unknown(read.reason);

const sizeOf = rememberEach((document) => JSON.stringify(document).length);

/** With `$schema`, so that whoever reads the document takes it for the same dialect. */
const stated = rememberEach<Closed>((document, dialect) => {
  const isPlain = dialect !== 'draft-07' || !isObject(document);
  if (isPlain || member(document, '$schema') !== undefined) return { ok: true, schema: document };
  const head: [string, Json] = ['$schema', 'http://json-schema.org/draft-07/schema#'];
  return { ok: true, schema: objectOf([head, ...Object.entries(document)]) };
});

/** null as with `askAbout`. */
const ask = (question: Question, formats: FormatMode): Verdict | null => {
  const { store, budget, accepts, refuses, isProbe, difference } = question;
  const prover = new Prover(store, budget, formats);
  const whole = remembering(() => padder(question, prover));
  const pad = (value: Json): Json => whole()?.(value) ?? value;
  const partOf = (value: Json): Part | null => difference.padding.partOf(value);
  const hearing = { accepts, refuses, formats, isProbe, pad, partOf };
  const witnesses = new Witnesses(prover.evaluator, budget, hearing);
  const literals: Literal[] = [accepts.literal, -refuses.literal];
  for (let tried = 0; tried < MOST_WITNESSES; tried += 1) {
    const answer = prover.find(literals);
    if (answer.kind === 'unknown') return { verdict: 'undecided', reason: answer.reason };
    if (answer.kind === 'empty') return ended(budget, tried === 0 ? HOLDS : DISAGREE);
    // With a property that was left out, it is judged by more than was asked about here.
    if (difference.padding.isMetBy(answer.value) || whole() === null) return null;
    const witness = witnesses.smallest(answer.value);
    if (witness !== null) return { verdict: 'fails', witness: witness.value };
    if (budget.isSpent || witnesses.wasTooDear) return OUT_OF_STEPS;
    literals.push(-constant(store, answer.value));
  }
  return DISAGREE;
};

const remembering = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

/** Gives a witness what both schemas require besides; null where no values for that are found. */
const padder = (question: Question, prover: Prover): ((value: Json) => Json) | null => {
  const { padding, accepting } = question.difference;
  const { schema } = padding;
  if (schema === null) return (value) => value;
  const key = `${String(prover.assertsFormats)} ${JSON.stringify(schema)}`;
  const values = question.given?.get(key) ?? givenBack(question, schema, prover);
  if (values === null) return null;
  question.given?.set(key, values);
  return (value) => padding.pad(value, values, accepting);
};

const givenBack = (
  { store, budget, accepts }: Question,
  schema: Json,
  prover: Prover,
): JsonObject | null => {
  if (!budget.spend(sizeOf(schema, '') * PREPARING)) return null;
  const found = prover.find([literalOf(store, accepts.read(schema), 'given')]);
  return found.kind === 'instance' && isObject(found.value) ? found.value : null;
};

/** What came while the steps ran out is neither a proof, nor said of the validators. */
const ended = (budget: Budget, verdict: Verdict): Verdict =>
  budget.isSpent ? OUT_OF_STEPS : verdict;

const worse = (one: Verdict, other: Verdict | null): Verdict | null =>
  other === null || other.verdict === 'fails' || one.verdict === 'holds' ? other : one;
