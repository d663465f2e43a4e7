// Classifies one family, by its number, in a process where everything is cold.
import { classify } from '../../../dist/core/src/compatibility/classify.js';
import { OF_KEYWORDS } from '../../support/keyword-families.ts';
import { HOSTILE, LARGE } from '../../support/schema-families.ts';

const families = [...LARGE, ...HOSTILE, ...OF_KEYWORDS];
const [name, , , of] = families[Number(process.argv[2])];

const contract = (more) => ({
  description: 'Answers.',
  input_schema: { type: 'object' },
  side_effect: false,
  idempotent: true,
  timeout_ms: 1_000,
  target: { kind: 'none' },
  // As a schema comes from outside: no two places share an object.
  output_schema: JSON.parse(JSON.stringify(of(more))),
});

const [before, after] = [contract(0), contract(1)];
const [begun, startedAt] = [process.cpuUsage(), performance.now()];
const { bump, findings } = classify(before, after, { outputCompatibility: 'strict', changes: [] });
const ms = Math.round(performance.now() - startedAt);
const { user, system } = process.cpuUsage(begun);
const [first] = findings;
const reason = first?.proof.kind === 'undecided' ? `: ${first.proof.reason}` : '';
console.log(
  JSON.stringify({
    count: families.length,
    name,
    bump,
    rule: first === undefined ? '' : `${first.rule}${reason}`,
    ms,
    cpu: Math.round((user + system) / 1_000),
    megabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  }),
);
