import { jest } from '@jest/globals';
import type { Contract } from '#core/contract/contract.js';
import type { JsonObject } from '#core/json/value.js';
import { readSettings } from '../../config/env.js';
import { Comparer } from './comparer.js';

const contractOf = (input_schema: JsonObject): Contract => ({
  description: 'Answers what it is asked.',
  input_schema,
  side_effect: false,
  idempotent: true,
  timeout_ms: 1_000,
  target: { kind: 'none' },
});

const before = contractOf({ type: 'object', properties: { text: { type: 'string' } } });
const after = contractOf({ type: 'object', properties: { text: { pattern: '^a*b' } } });

/** Takes more steps to compare than pass between two looks at the clock. */
const branching = (least: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
      name,
      {
        oneOf: Array.from({ length: 8 }, (_, n) => ({
          type: 'string',
          minLength: least,
          pattern: `^[a-z]{${n}}x[0-9]*$`,
        })),
      },
    ]),
  ),
});

afterEach(() => jest.restoreAllMocks());

describe('comparing contracts', () => {
  it('judges the same two contracts once, whichever objects hold them', () => {
    const comparer = new Comparer(readSettings({}));
    const first = comparer.classify(before, after, []);
    expect(first.bump).toBe('major');
    expect(comparer.classify({ ...before }, { ...after }, [])).toBe(first);
    expect(comparer.classify(after, before, [])).not.toBe(first);
    const changes = [{ path: '/description', meaning: 'clarified' as const }];
    expect(comparer.classify(before, after, changes)).not.toBe(first);
  });

  it('judges outputs as the deployment has it', () => {
    const old = { ...before, output_schema: { type: 'string' } };
    const narrow = { ...before, output_schema: { type: 'string', maxLength: 5 } };
    const bump = (setting: string) =>
      new Comparer(readSettings({ QM_OUTPUT_COMPATIBILITY: setting })).classify(old, narrow, [])
        .bump;
    expect(bump('strict')).toBe('major');
    expect(bump('covariant')).toBe('minor');
  });

  it('gives no verdict when it takes too long, and none is remembered', () => {
    const comparer = new Comparer(readSettings({}));
    const [old, hard] = [contractOf(branching(1)), contractOf(branching(2))];
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
    expect(() => comparer.classify(old, hard, [])).toThrow(
      expect.objectContaining({ code: 'check-too-slow' }),
    );
    jest.restoreAllMocks();
    expect(comparer.classify(old, hard, []).bump).toBe('major');
  });
});
