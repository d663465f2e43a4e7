import { performance } from 'node:perf_hooks';
import { classify } from '#core/compatibility/classify.js';
import { OutOfTime } from '#core/compatibility/subsumption/budget.js';
import { lintContract, type LintFinding } from '#core/lint/lint.js';
import { canBeCompared, checkedManifest } from '#core/registration/prepared-manifest.js';
import { useNativeHash } from '../config/native-hash.js';
import {
  begin,
  isDropped,
  type Answers,
  type Asked,
  type Job,
  type Kind,
  type LintQuestion,
  type Questions,
} from './jobs.js';

useNativeHash();

/** For longer than this, one request does not keep a worker from the others. */
const TURN_MS = 250;

const lint = ({ contract, toolId, profiles }: LintQuestion): readonly LintFinding[] =>
  lintContract(contract, { rules: new Map(), profiles: new Set(profiles) }, toolId);

type Answering = {
  readonly [K in Kind]: (asked: Asked<K>, outOfTime: () => boolean) => Questions[K]['answer'];
};

const ANSWERING: Answering = {
  check: ({ manifest, lintFor }) => {
    const checked = checkedManifest(manifest);
    const isLinted = lintFor !== null && canBeCompared(checked);
    return { checked, lint: isLinted ? lint({ ...lintFor, contract: manifest.contract }) : null };
  },
  lint: (question) => lint(question),
  compare: ({ before, after, changes, outputCompatibility }, outOfTime) =>
    classify(before, after, { outputCompatibility, changes, outOfTime }),
};

/** What a worker thread runs: as many of the questions as fit into its turn, one at least. */
export default ({ kind, asked, patienceMs, begun }: Job): Answers => {
  begin(begun);
  const end = performance.now() + TURN_MS;
  const answers: (string | null)[] = [];
  for (const question of asked) {
    const deadline = performance.now() + patienceMs;
    const outOfTime = (): boolean => performance.now() > deadline || isDropped(begun);
    answers.push(inTime(() => answerTo(kind, question, outOfTime)));
    if (performance.now() > end || isDropped(begun)) break;
  }
  return answers;
};

/** The texts are those that `CheckWorkers` makes of questions of this kind. */
const answerTo = <K extends Kind>(kind: K, question: string, outOfTime: () => boolean): string =>
  JSON.stringify(ANSWERING[kind](JSON.parse(question) as Asked<K>, outOfTime));

const inTime = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutOfTime) return null;
    throw error;
  }
};
