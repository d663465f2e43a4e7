import { setTimeout as sleep } from 'node:timers/promises';
import { ownSettings } from './env.js';
import { EXIT } from './exit-codes.js';
import { terminalOf } from './output/terminal.js';
import { run } from './program.js';

const settings = ownSettings();
const code = await run(process.argv.slice(2), {
  settings,
  terminal: terminalOf(process, settings),
  fetch,
  sleep,
  now: Date.now,
});
// A command may have set its own code while it went on; success does not overwrite it.
if (code !== EXIT.ok) process.exitCode = code;
