// The worker with faults that no schema is known to cause, and that only its end ends; the pairs of
// stuck-worker.ts name them. Plain JavaScript, and of what is built: the addon that reads TypeScript takes
// the process along when the thread that loaded it is ended and another one loads it again.
import { begin, isDropped } from '../../dist/api/src/comparison/jobs.js';
import answer from '../../dist/api/src/comparison/worker.js';

export default (job) => {
  begin(job.begun);
  const has = (text) => job.kind === 'compare' && job.asked.join().includes(text);
  const held = [];
  while (has('that no worker ever gets to the end of'));
  while (has('that is compared for as long as somebody waits for it') && !isDropped(job.begun));
  while (has('that is compared with everything at once')) {
    held.push(new Array(1_000_000).fill(held.length));
  }
  return answer(job);
};
