// Prints what candidates and registrations cost, as Markdown. `npm run bench`, or `npm run bench -- --only start`, with
// commas for several modes; settings.mjs says what can be set.
import { cpus, loadavg } from 'node:os';
import { fence } from './modes/fence.mjs';
import { openLoop } from './modes/open-loop.mjs';
import { start } from './modes/start.mjs';
import { throughput } from './modes/throughput.mjs';
import { registrations } from '../registrations/mode.mjs';
import { killServers, pinSelf } from './servers.mjs';
import { asked, MS, ROUNDS } from './settings.mjs';
import { openStage } from './stage.mjs';

/** Each prints its own tables, and which goals they meet. */
const MODES = [start, throughput, openLoop, fence, registrations];

/** One that breaks off keeps nobody else from being measured. */
const runAlone = async (mode, stage) => {
  try {
    await mode.run(stage);
  } catch (error) {
    console.log(`\n**${mode.name} broke off**: ${error.message}`);
    process.exitCode = 1;
    killServers();
  }
};

const isPinned = pinSelf();
const modes = asked(MODES);
const machine = cpus();
console.log(
  `Node ${process.version}, ${machine.length} × ${machine[0]?.model.trim()}, ` +
    (isPinned ? 'servers on one core, load and Postgres on another' : 'nothing held to its core') +
    `, ${ROUNDS} interleaved rounds of ${MS} ms, medians of the ratios within a round; ` +
    `load of the machine before: ${loadavg()[0]?.toFixed(1)}`,
);
const began = performance.now();
const stage = await openStage();
try {
  for (const mode of modes) {
    console.log(`\n## ${mode.name}`);
    await runAlone(mode, stage);
  }
} finally {
  await stage.close();
}
console.log(`\n${Math.round((performance.now() - began) / 1000)} s`);
