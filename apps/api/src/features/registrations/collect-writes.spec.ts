import type { Manifest } from '#core/contract/contract.js';
import { preparedManifest } from '#core/registration/prepared-manifest.js';
import { nextTurn } from '../../event-loop/turns.js';
import type { RequestContext } from '../../auth/request-context.js';
import { collectWrites, type AcceptedRegistration } from './collect-writes.js';

const MANIFEST: Manifest = {
  contract: {
    description: 'Looks it up.',
    input_schema: { type: 'object' },
    output_schema: null,
    errors: [],
    side_effect: false,
    idempotent: true,
    timeout_ms: 1_000,
    target: { kind: 'mcp', server: 'shop', tool: 'look' },
  },
  proposed: [],
  changes: [],
};

const context: RequestContext = {
  caller: { keyId: 'k', subject: 'ci', kind: 'pipeline', grant: { permissions: ['admin'] } },
  requestId: 'r',
};

const unchanged = (index: number): AcceptedRegistration => ({
  offer: {
    tool_id: `shop.tool${index}`,
    version: '1.0.0',
    ...preparedManifest(MANIFEST, { contract_digest: 'sha256:0', refusals: [] }, () => []),
  },
  decided: {
    outcome: 'unchanged',
    existing: '1.0.0',
    redeclared: null,
    tool: null,
    policyChanges: false,
    presentationChanges: false,
    updated: [],
    drift: [],
  },
});

describe('collecting what a transaction writes', () => {
  it('waits for no long work of others, since it holds locks', async () => {
    let taken = 0;
    const others = Array.from({ length: 200 }, () => nextTurn().then(() => (taken += 1)));
    const accepted = Array.from({ length: 16 }, (_, index) => unchanged(index));
    const stored = { facts: '', tools: [], namespaces: [], openProposals: [] };
    await collectWrites(accepted, stored, context);
    expect(taken).toBeLessThan(20);
    await Promise.all(others);
  });
});
