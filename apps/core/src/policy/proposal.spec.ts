import { refuseProposalDecision, type ProposalFacts } from './proposal.js';

const proposal = (over: Partial<ProposalFacts> = {}): ProposalFacts => ({
  authors: ['ann'],
  status: 'open',
  startedFrom: 3,
  policyVersion: 3,
  ...over,
});

const codeFor = (over: Partial<ProposalFacts>, decider = 'bob') =>
  refuseProposalDecision(proposal(over), { subject: decider })?.code;

describe('deciding a proposal', () => {
  it('is open to anybody but its author', () => {
    expect(codeFor({})).toBeUndefined();
    expect(codeFor({}, 'ann')).toBe('own-work');
    expect(codeFor({}, 'Ann')).toBe('own-work');
  });

  it('is open to nobody who was behind it, nor through a pipeline', () => {
    expect(codeFor({ authors: ['ci', 'bob'] })).toBe('own-work');
    const through = { subject: 'ci', onBehalfOf: 'Ann' };
    expect(refuseProposalDecision(proposal(), through)?.code).toBe('own-work');
    expect(refuseProposalDecision(proposal(), { ...through, onBehalfOf: 'bob' })).toBeNull();
  });

  it('is refused as stale once policy has moved', () => {
    expect(codeFor({ policyVersion: 4 })).toBe('proposal-stale');
    expect(codeFor({ status: 'stale', policyVersion: 4 })).toBe('proposal-stale');
  });

  it.each(['approved', 'rejected', 'superseded'] as const)('is closed once %s', (status) => {
    expect(codeFor({ status, policyVersion: 4 })).toBe('proposal-closed');
  });

  it('says own work before anything about the proposal', () => {
    expect(codeFor({ status: 'approved', policyVersion: 4 }, 'ann')).toBe('own-work');
  });
});
