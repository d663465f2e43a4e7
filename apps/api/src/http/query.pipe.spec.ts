import { Problem } from './problem.js';
import { QueryPipe } from './query.pipe.js';

const pipe = new QueryPipe({
  type: 'object',
  properties: { after: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
});

const errorsOf = (after: string) => {
  try {
    return pipe.transform({ after });
  } catch (problem) {
    return problem instanceof Problem ? problem.init.errors : problem;
  }
};

describe('a whole number in a query', () => {
  it('is read up to the largest there may be', () => {
    const after = String(Number.MAX_SAFE_INTEGER);
    expect(pipe.transform({ after })).toEqual({ after: Number.MAX_SAFE_INTEGER });
  });

  it.each([['9007199254740992'], ['9'.repeat(100)]])('is refused as too large: %s', (after) => {
    expect(errorsOf(after)).toMatchObject([{ pointer: '/after', code: 'out-of-range' }]);
  });
});
