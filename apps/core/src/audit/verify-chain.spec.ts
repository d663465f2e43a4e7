import { canonicalJson } from '../json/canonical.js';
import { sha256Hex } from '../json/digest.js';
import { CHAIN_START, followChain, type ChainedEvent } from './verify-chain.js';

const chained = (seq: number, prev: string, more: Record<string, string> = {}): ChainedEvent => {
  const event = canonicalJson({ seq, prev, ...more });
  return { event, hash: `sha256:${sha256Hex(event)}` };
};

describe('following the audit chain', () => {
  const first = chained(1, '', { action: 'version.registered' });
  const second = chained(2, first.hash, { action: 'version.released' });

  it('goes from event to event', () => {
    const one = followChain(CHAIN_START, first);
    expect(one).toEqual({ ok: true, position: { seq: 1, hash: first.hash } });
    if (!one.ok) return;
    expect(followChain(one.position, second)).toMatchObject({ ok: true });
  });

  it.each<[string, ChainedEvent, string]>([
    [
      'a changed text',
      { ...second, event: second.event.replace('released', 'approved') },
      'the hash is not that of the event',
    ],
    ['a missing event', chained(3, second.hash), 'the event has another number'],
    ['another predecessor', chained(2, second.hash), 'the event names another predecessor'],
    [
      'a text that was written anew',
      { ...second, event: ` ${second.event}` },
      'the event is not in its canonical form',
    ],
    ['no JSON', { ...second, event: 'x' }, 'the event is not a JSON object'],
  ])('breaks at %s', (_, event, reason) => {
    const from = { seq: 1, hash: first.hash };
    expect(followChain(from, event)).toEqual({ ok: false, brokenAt: 2, reason });
  });
});
