// What it costs that no answer is stale: the service as it is, beside one that does not wait.
import { fileURLToPath } from 'node:url';
import { atLeast, printGoals } from '../goals.mjs';
import { BUSY_HEAD, BUSY_LEGEND, busyCell } from '../own-load.mjs';
import { compare, warmUp } from '../rounds.mjs';
import { CONNECTIONS, LARGEST, USUAL_CONNECTIONS } from '../settings.mjs';
import { KINDS, messagesOf, startWholeService } from '../stage.mjs';
import { head, medianOf, ratioOf, row, spreadOf } from '../tables.mjs';

const HEAD = [
  'tools',
  'connections',
  'what',
  '/s',
  '/s, no fence',
  'fence ÷ none',
  'CPU µs ÷',
  'p50 ms',
  'no fence',
  'spread',
  BUSY_HEAD,
];

/** Where the fence has one to wait for it, and where many share it. */
const WITH = [...new Set([Math.min(...CONNECTIONS), USUAL_CONNECTIONS])];

const print = (name, connections, fenced, free) =>
  row([
    LARGEST,
    connections,
    name,
    Math.round(medianOf(fenced, 'rate')),
    Math.round(medianOf(free, 'rate')),
    ratioOf(fenced, free, 'rate').toFixed(3),
    ratioOf(fenced, free, 'cpu').toFixed(3),
    medianOf(fenced, 'p50').toFixed(2),
    medianOf(free, 'p50').toFixed(2),
    spreadOf(fenced, 'rate'),
    busyCell(fenced),
  ]);

const goalOf = (name, connections, fenced, free) =>
  atLeast(
    `${name}, fence ÷ none, ${LARGEST} tools, ${connections} connections`,
    0.9,
    ratioOf(fenced, free, 'rate'),
  );

/** Both as single modules, of which one is not what it is in the service. */
const start = fileURLToPath(new URL('../rivals/unbundled.mjs', import.meta.url));
const imports = [new URL('../rivals/no-fence.mjs', import.meta.url).href];

export const fence = {
  name: 'fence',
  run: async (stage) => {
    const url = await stage.catalog(LARGEST);
    const fenced = await startWholeService(url, { start });
    const free = await startWholeService(url, { start, imports });
    const targets = KINDS.flatMap((kind) => {
      const messages = messagesOf(kind);
      return [fenced, free].map((server) => ({ server, messages }));
    });
    await warmUp(targets);
    head(HEAD);
    const goals = [];
    for (const connections of WITH) {
      const rounds = await compare(targets, connections);
      KINDS.forEach(({ name }, at) => {
        const pair = rounds.slice(2 * at, 2 * at + 2);
        print(name, connections, ...pair);
        if (connections === USUAL_CONNECTIONS) goals.push(goalOf(name, connections, ...pair));
      });
    }
    for (const server of [fenced, free]) await server.stop();
    console.log(BUSY_LEGEND);
    printGoals(goals);
  },
};
