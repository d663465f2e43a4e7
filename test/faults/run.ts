// `npm run test:faults`, or `npm run test:faults -- <name> …`: hurts real processes and says what was
// lost. It takes minutes, and so is no part of `npm test`.
import { CASES } from './cases/all.js';
import type { FaultCase, Report } from './fault-case.js';

const line = (text = ''): void => void process.stdout.write(`${text}\n`);

const runCase = async ({ name, about, impossible, run }: FaultCase): Promise<boolean | null> => {
  line(`\n${name}: ${about}`);
  const reason = await impossible?.();
  if (reason !== undefined) {
    line(`  not run here: ${reason}`);
    return null;
  }
  const broken: string[] = [];
  const report: Report = {
    say: (text) => line(`  ${text}`),
    holds: (isTrue, guarantee) => {
      line(`  ${isTrue ? 'holds ' : 'BROKEN'}  ${guarantee}`);
      if (!isTrue) broken.push(guarantee);
    },
  };
  const begun = performance.now();
  try {
    await run(report);
  } catch (error) {
    line(`  BROKEN  ${error instanceof Error ? error.stack : String(error)}`);
    broken.push('the case runs to its end');
  }
  line(`  ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return broken.length === 0;
};

const main = async (): Promise<void> => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !CASES.some((each) => each.name === name));
  if (unknown.length > 0) {
    line(
      `There is no case ${unknown.join(', ')}. There are: ${CASES.map(({ name }) => name).join(', ')}`,
    );
    process.exitCode = 2;
    return;
  }
  const results = new Map<string, boolean | null>();
  for (const each of CASES) {
    if (wanted.length === 0 ? each.onlyByName !== true : wanted.includes(each.name))
      results.set(each.name, await runCase(each));
  }
  const named = (result: boolean | null): string[] =>
    [...results].filter(([, is]) => is === result).map(([name]) => name);
  line(
    `\n${named(true).length} held, ${named(false).length} broken, ${named(null).length} not run here`,
  );
  for (const name of named(false)) line(`broken: ${name}`);
  process.exitCode = named(false).length === 0 ? 0 : 1;
};

await main();
process.exit();
