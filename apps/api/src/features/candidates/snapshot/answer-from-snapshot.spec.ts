import { mock } from 'node:test';
import type { SemanticSearch } from '../../../semantic/semantic-search.js';
import type { Asked } from '../asked-requests.js';
import type { AssembleAnswer } from '../assemble-answer.js';
import { AnswerFromSnapshot } from './answer-from-snapshot.js';
import type { CandidatesSnapshot } from './candidates-snapshot.js';

it('a query leaves a load that hangs, and is left to the database', async () => {
  const loading = { current: undefined, loaded: () => new Promise<void>(() => undefined) };
  const memory = new AnswerFromSnapshot(
    loading as unknown as CandidatesSnapshot,
    {} as AssembleAnswer,
    {} as SemanticSearch,
  );
  const asked = { request: { query: 'refund' } } as unknown as Asked;
  mock.timers.enable({ apis: ['setTimeout'] });
  const answer = memory.answer(asked, false);
  mock.timers.tick(10_000);
  mock.timers.reset();
  expect(await answer).toBeNull();
});
