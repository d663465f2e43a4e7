import { isNamespace, isToolId, namespaceOf } from './tool-id.js';

describe('tool ids', () => {
  it.each(['a', 'support.create_ticket', 'A-1._x.-y', 'x'.repeat(128)])('takes %s', (id) => {
    expect(isToolId(id)).toBe(true);
  });

  it.each(['', '../x', '1a', 'a b', 'a..b', '.a', 'a.', 'ä', 'a/b', 'a\n', 'x'.repeat(129)])(
    'refuses %j',
    (id) => {
      expect(isToolId(id)).toBe(false);
    },
  );

  it('takes the part before the first dot for the namespace', () => {
    expect(namespaceOf('support.tickets.create')).toBe('support');
    expect(namespaceOf('echo')).toBe('echo');
    expect(isNamespace('support')).toBe(true);
    expect(isNamespace('support.tickets')).toBe(false);
  });
});
