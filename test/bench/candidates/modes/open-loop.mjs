// How long an answer takes at a rate that does not wait for answers, and what more tools add to that.
import { atMost, printGoals } from '../goals.mjs';
import { openLoad } from '../open-loop.mjs';
import { LARGEST, OPEN_MS, RATE, ROUNDS, SIZES, WARM_UP_MS } from '../settings.mjs';
import { KINDS, messagesOf, startWholeService } from '../stage.mjs';
import { head, medianOf, ratioOf, row, spreadOf } from '../tables.mjs';

const SMALLEST = Math.min(...SIZES);

const HEAD = [
  `at ${RATE}/s`,
  'tools',
  'p50 ms',
  'p99 ms',
  'worst ms',
  `p50 ÷ ${SMALLEST}`,
  `p99 ÷ ${SMALLEST}`,
  'p50 spread',
  'p99 spread',
  'asked late, p99 ms',
];

const LEGEND = `
Times are from when a request was asked, or had to wait for a connection. ÷: beside the catalog of ${SMALLEST}
tools in the same round. asked late: how far the load generator itself was behind its rate.`;

/** All sizes in each round, since what comes minutes later meets another machine. */
const measure = async (services, kind) => {
  const asked = { messages: messagesOf(kind), rate: RATE };
  for (const { port } of services.values()) await openLoad({ ...asked, port, ms: WARM_UP_MS });
  const rounds = new Map([...services.keys()].map((size) => [size, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [size, { port }] of services) {
      rounds.get(size).push(await openLoad({ ...asked, port, ms: OPEN_MS }));
    }
  }
  return rounds;
};

const print = (name, size, rounds, base) =>
  row([
    name,
    size,
    ...['p50', 'p99', 'most'].map((key) => medianOf(rounds, key).toFixed(2)),
    ...['p50', 'p99'].map((key) => ratioOf(rounds, base, key).toFixed(2)),
    ...['p50', 'p99'].map((key) => spreadOf(rounds, key)),
    medianOf(rounds, 'late').toFixed(2),
  ]);

const goalsOf = (name, rounds) => {
  const over = (key) => ratioOf(rounds.get(LARGEST), rounds.get(SMALLEST), key);
  const what = (key) => `${name}, ${key} of ${LARGEST} ÷ ${SMALLEST} tools, ${RATE}/s`;
  return [atMost(what('p50'), 1.25, over('p50')), atMost(what('p99'), 1.5, over('p99'))];
};

export const openLoop = {
  name: 'open-loop',
  run: async (stage) => {
    const services = new Map();
    for (const size of SIZES) {
      services.set(size, await startWholeService(await stage.catalog(size)));
    }
    head(HEAD);
    const goals = [];
    for (const kind of KINDS) {
      const rounds = await measure(services, kind);
      for (const [size, found] of rounds) print(kind.name, size, found, rounds.get(SMALLEST));
      if (SIZES.length > 1) goals.push(...goalsOf(kind.name, rounds));
    }
    for (const service of services.values()) await service.stop();
    console.log(LEGEND);
    printGoals(goals);
  },
};
