// All of `npm run check` that runs no test: as many at a time as there are processors, the slow ones first.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const waiting = ['check:lint', 'check:types', 'check:format', 'check:direction'];

/** Its output appears as a whole when it ends. */
const run = (script) =>
  new Promise((done) => {
    const child = spawn('npm', ['run', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (piece) => output.push(piece));
    child.stderr.on('data', (piece) => output.push(piece));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) process.exitCode = 1;
      done();
    });
  });

const work = async () => {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    await run(script);
  }
};

await Promise.all(Array.from({ length: availableParallelism() }, work));
