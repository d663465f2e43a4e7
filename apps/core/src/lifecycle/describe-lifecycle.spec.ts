import { lifecycleDiagram, lifecycleSteps, lifecycleTable } from './describe-lifecycle.js';
import { TRANSITIONS } from './transitions.js';

describe('the lifecycle in words', () => {
  it('draws every step of the table as one line', () => {
    const lines = lifecycleDiagram().trimEnd().split('\n');
    expect(lines[0]).toBe('stateDiagram-v2');
    expect(lines).toHaveLength(lifecycleSteps().length + 1);
    expect(lines).toContain('    [*] --> draft: register');
    expect(lines).toContain('    staging --> enabled: release');
    expect(lines).toContain('    deprecated --> disabled: retire');
  });

  it('tables every step with who and what it needs', () => {
    const rows = lifecycleTable().trimEnd().split('\n');
    expect(rows).toHaveLength(lifecycleSteps().length + 2);
    expect(rows).toContain(
      '| enabled → deprecated | deprecate | publisher or admin | a reason | `sunset_at`, `successor` |',
    );
    expect(rows.every((row) => row.split('|').length === 7)).toBe(true);
  });

  it('leaves no step without a place', () => {
    const placed = new Set(lifecycleSteps().map(({ name }) => name));
    expect([...placed].sort()).toEqual(Object.keys(TRANSITIONS).sort());
  });
});
