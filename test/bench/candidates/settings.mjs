// What is measured, and for how long; each can be set.
const numbers = (name, fallback) => (process.env[name] ?? fallback).split(',').map(Number);

export const SIZES = numbers('QM_BENCH_SIZES', '1000,10000,100000');
export const CONNECTIONS = numbers('QM_BENCH_CONNECTIONS', '1,8,32,64');
export const [ROUNDS] = numbers('QM_BENCH_ROUNDS', '5');
/** Of one round of a closed loop; the kernel counts CPU in hundredths of a second. */
export const [MS] = numbers('QM_BENCH_MS', '600');
/** Until all that is asked for often is compiled for good; less, and a busy machine decides. */
export const [WARM_UP_MS] = numbers('QM_BENCH_WARM_UP_MS', '3000');
/** Requests a second of the open loop: below what saturates the largest catalog with queries. */
export const [RATE] = numbers('QM_BENCH_RATE', '500');
/** Of one round of the open loop: a p99 of fewer than some ten late ones is chance. */
export const [OPEN_MS] = numbers('QM_BENCH_OPEN_MS', '1500');

/** What the goals speak of, or what comes nearest to it in this run. */
export const LARGEST = Math.max(...SIZES);
export const USUAL_CONNECTIONS = CONNECTIONS.includes(32) ? 32 : Math.max(...CONNECTIONS);

/** The modes that `--only` names, or all of them. */
export const asked = (modes, argv = process.argv) => {
  const only = argv.indexOf('--only');
  if (only < 0) return modes;
  const names = (argv[only + 1] ?? '').split(',');
  const unknown = names.filter((name) => !modes.some((mode) => mode.name === name));
  if (unknown.length > 0) {
    const known = modes.map(({ name }) => name).join(', ');
    throw new Error(`--only knows ${known}, not ${unknown.join(', ')}`);
  }
  return modes.filter(({ name }) => names.includes(name));
};
