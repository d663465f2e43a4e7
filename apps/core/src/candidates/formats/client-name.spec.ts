import fc from 'fast-check';
import { isToolId } from '../../contract/tool-id.js';
import { sha256Hex } from '../../json/digest.js';
import { clientName } from './client-name.js';

const hashed = (toolId: string) =>
  `${toolId.replaceAll('.', '__').slice(0, 51)}_${sha256Hex(toolId).slice(0, 12)}`;

describe('the name of a tool for clients without dots', () => {
  it.each([
    ['support.create_ticket', 'support__create_ticket'],
    ['ping', 'ping'],
    ['a.b-c.D', 'a__b-c__D'],
    ['a'.repeat(64), 'a'.repeat(64)],
  ])('of %s is %s', (toolId, name) => {
    expect(clientName(toolId)).toBe(name);
  });

  it.each([
    'a__b',
    'a_.b',
    'a._b',
    'a_0123456789ab',
    'a.0123456789ab',
    'a'.repeat(65),
    `${'a'.repeat(62)}.b`,
  ])('of %s is told apart by its hash', (toolId) => {
    expect(clientName(toolId)).toBe(hashed(toolId));
    expect(clientName(toolId).length).toBeLessThanOrEqual(64);
  });

  it('is never the hashed name of another tool, even one made up for it', () => {
    for (const victim of ['a__b_', `${'p'.repeat(50)}.${'q'.repeat(20)}`, 'x_.y']) {
      const name = clientName(victim);
      for (const made of [name, name.replaceAll('__', '.')]) {
        if (isToolId(made) && made !== victim) expect(clientName(made)).not.toBe(name);
      }
    }
  });

  it('fits every client and differs for every id', () => {
    const ids = fc
      .stringMatching(/^[a-b][ab_-]{0,5}(\.[ab_-]{1,5}){0,3}$/)
      .filter((id) => isToolId(id));
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        expect(clientName(one)).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
        if (one !== other) expect(clientName(one)).not.toBe(clientName(other));
      }),
      { numRuns: 2000 },
    );
  });
});
