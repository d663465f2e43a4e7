import { isReservedSubject } from './reserved-subject.js';

describe('a subject', () => {
  it.each(['bootstrap', 'Bootstrap', ' bootstrap ', 'rule:auto-approve', 'RULE:any', 'rule:'])(
    'is reserved: %j',
    (subject) => {
      expect(isReservedSubject(subject)).toBe(true);
    },
  );

  it.each(['rosa', 'bootstrap-ci', 'rules', 'my-rule:x'])('is anybody else: %j', (subject) => {
    expect(isReservedSubject(subject)).toBe(false);
  });
});
