import { isReplaceable, refuseDeletion } from './draft.js';
import { STATES } from './state.js';

describe('a draft', () => {
  it('can be replaced until it was enabled once', () => {
    const replaceable = STATES.filter((state) => isReplaceable({ state, ever_enabled: false }));
    expect(replaceable).toEqual(['draft']);
    expect(isReplaceable({ state: 'draft', ever_enabled: true })).toBe(false);
  });

  it('can be deleted until it was submitted once', () => {
    const fresh = { ever_enabled: false, ever_submitted: false };
    const deletable = STATES.filter((state) => refuseDeletion({ state, ...fresh }) === null);
    expect(deletable).toEqual(['draft']);
    const submitted = refuseDeletion({ ...fresh, state: 'draft', ever_submitted: true });
    expect(submitted?.code).toBe('version-not-deletable');
  });
});
