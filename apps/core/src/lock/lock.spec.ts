import { driftOf } from './drift.js';
import { lockDocument, readLock, type LockedTool } from './lock-file.js';

const tool = (tool_id: string, version = '1.0.0', digit = 'a'): LockedTool => ({
  tool_id,
  version,
  contract_digest: `sha256:${digit.repeat(64)}`,
});

describe('a lock', () => {
  it('is the same document for the same tools, and reads as what it was written from', () => {
    const lock = { namespaces: ['b', 'a'], tools: [tool('b.x'), tool('a.x')] };
    const document = lockDocument(lock);
    const turned = { namespaces: ['a', 'b'], tools: [tool('a.x'), tool('b.x')] };
    expect(JSON.stringify(document)).toBe(JSON.stringify(lockDocument(turned)));
    expect(readLock(document)).toEqual({ ok: true, lock: turned });
  });

  it('is refused in another form, with the place', () => {
    expect(readLock({ lock: 2, namespaces: [], tools: {} })).toMatchObject({
      errors: [{ pointer: '/lock' }],
    });
    expect(
      readLock({
        lock: 1,
        namespaces: [],
        tools: { a: { version: '1.0.0', contract_digest: 'x' } },
      }),
    ).toMatchObject({ errors: [{ pointer: '/tools/a/contract_digest' }] });
  });

  it('drifts where an agent would get something else, and nowhere else', () => {
    const locked = [tool('a'), tool('b'), tool('c'), tool('d')];
    const served = [tool('a'), tool('b', '1.1.0'), tool('c', '1.0.0', 'b'), tool('e')];
    expect(driftOf(locked, served).map(({ tool_id, kind }) => `${tool_id} ${kind}`)).toEqual([
      ...['b moved', 'c changed', 'd gone', 'e new'],
    ]);
    expect(driftOf(locked, [...locked].reverse())).toEqual([]);
  });
});
