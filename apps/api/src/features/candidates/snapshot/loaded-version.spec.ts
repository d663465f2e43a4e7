import { number } from '#core/versions/sample-offer.js';
import { LoadedVersion, textsOfVersion, type VersionFacts } from './loaded-version.js';

const FACTS: VersionFacts = {
  version: number('1.0.0'),
  state: 'enabled',
  rollout: { percent: 100, salt: '' },
  deprecation_reason: null,
  sunset_at: null,
  successor: null,
};

describe('a version that is read by itself', () => {
  it.each(['{}', '{"description":"größer 漢字 🚀"}'])('tells its texts: %s', (contract) => {
    const version = new LoadedVersion(7, FACTS, textsOfVersion('d1g3st', contract), 0);
    expect([version.contract_digest, version.contract]).toEqual(['d1g3st', contract]);
    expect(version.contractBytes).toBe(Buffer.byteLength(contract));
    const copy = Buffer.alloc(version.contractBytes);
    version.copyContract(copy, 0);
    expect(copy.toString()).toBe(contract);
  });

  it('keeps no more memory than its texts take', () => {
    const texts = textsOfVersion('d1g3st', '{}');
    expect(texts.buffer.byteLength).toBe(texts.length);
  });
});
