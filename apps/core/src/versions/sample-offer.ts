import type { Bump, Classification, Finding } from '../compatibility/finding.js';
import type { Contract } from '../contract/contract.js';
import type { Offer } from './compared.js';
import type { KnownVersion } from './known-version.js';
import { parseVersion, type Version } from './version.js';

/**
 * A stand-in for contracts, for the tests: the label `b.a.w` counts what was broken, added and
 * reworded. Adding is minor, taking an addition back breaks.
 */
export type Label = `${number}.${number}.${number}`;

export interface SampleVersion extends KnownVersion {
  readonly label: Label;
}

export const number = (text: string): Version => {
  const version = parseVersion(text);
  if (version === null) throw new Error(`${text} is no version`);
  return version;
};

/** Enabled, unless said otherwise. */
export const known = (
  text: string,
  label: Label,
  over: Partial<KnownVersion> = {},
): SampleVersion => ({
  version: number(text),
  state: 'enabled',
  ever_enabled: true,
  retracted: false,
  contract_digest: label,
  label,
  ...over,
});

export const draft = (text: string, label: Label): SampleVersion =>
  known(text, label, { state: 'draft', ever_enabled: false });

export const contract = (label: Label): Contract => ({
  description: label,
  input_schema: {},
  side_effect: false,
  idempotent: true,
  timeout_ms: 1000,
  target: { kind: 'none' },
});

const sizes = (label: string): readonly number[] => label.split('.').map(Number);

const bumpBetween = (before: string, after: string): Bump => {
  const sizesBefore = sizes(before);
  const [broken = 0, added = 0, reworded = 0] = sizes(after).map(
    (size, index) => size - (sizesBefore[index] ?? 0),
  );
  if (broken !== 0 || added < 0) return 'major';
  if (added > 0) return 'minor';
  return reworded === 0 ? 'none' : 'patch';
};

const finding = (bump: Bump): Finding => ({
  rule: `sample-${bump}`,
  side: 'input',
  bump,
  relation: 'declared',
  path: '/input_schema',
  message: 'differs',
  remedy: 'none',
  proof: {
    kind: 'witness',
    instance: {},
    valid_under: 'before',
    invalid_under: 'after',
    error: 'refused',
  },
});

export const classify = (before: Contract, after: Contract): Classification => {
  const bump = bumpBetween(before.description, after.description);
  return { bump, findings: bump === 'none' ? [] : [finding(bump)], engine: '1.0.0' };
};

export const offer = (
  text: string,
  label: Label,
  versions: readonly SampleVersion[],
  over: Partial<Offer<SampleVersion>> = {},
): Offer<SampleVersion> => ({
  version: number(text),
  contract: contract(label),
  contract_digest: label,
  changes: [],
  known: versions,
  contractOf: (version) => ({ contract: contract(version.label), changes: [] }),
  classify,
  engine: '1.0.0',
  ...over,
});
