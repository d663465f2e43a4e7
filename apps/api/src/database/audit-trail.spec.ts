import { canonicalJson } from '#core/json/canonical.js';
import { toldEvent, type AuditEntry } from './audit-trail.js';

const LEAST: AuditEntry = {
  actor: { subject: 'ci', kind: 'pipeline' },
  action: 'policy.changed',
  request_id: 'r',
};

const MOST: AuditEntry = {
  ...LEAST,
  actor: { ...LEAST.actor, key_id: 'k', issuer: 'i', on_behalf_of: 'o' },
  tool_id: 'shop.look',
  version: '1.0.0',
  policy_version: 2,
  reason: 'It says "at": and "prev":, and \u2028.',
  before: null,
  after: 'sha256:1',
  detail: { z: 1, a: ['"seq":'] },
};

describe('an event in pieces', () => {
  it.each([
    ['as little as there can be', LEAST],
    ['as much as there can be', MOST],
  ])('is canonical with what the server fills in: %s', (_, entry) => {
    const { pieces } = toldEvent(entry);
    const [at, prev, seq] = ['2026-01-02T03:04:05.678Z', 'sha256:0', 7];
    const text = [pieces[0], at, pieces[1], prev, pieces[2], seq, pieces[3]].join('');
    expect(text).toBe(
      canonicalJson({ schema: 1, seq, prev, at, ...JSON.parse(JSON.stringify(entry)) }),
    );
  });
});
