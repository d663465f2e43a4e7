import type { Finding, Proof } from '../compatibility/finding.js';

/** A proof that names the two sides by their numbers, as clients know them. */
export type NamedProof =
  | Exclude<Proof, { kind: 'witness' }>
  | (Omit<Extract<Proof, { kind: 'witness' }>, 'valid_under' | 'invalid_under'> & {
      readonly valid_under: string;
      readonly invalid_under: string;
    });

export type NamedFinding = Omit<Finding, 'proof'> & { readonly proof: NamedProof };

/** The numbers (or `before` and `after`, where contracts have none) of the two sides compared. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
}

export const nameFindings = (
  findings: readonly Finding[],
  names: SideNames,
): readonly NamedFinding[] =>
  findings.map((finding) => ({
    rule: finding.rule,
    side: finding.side,
    bump: finding.bump,
    relation: finding.relation,
    path: finding.path,
    message: finding.message,
    remedy: finding.remedy,
    proof: nameProof(finding.proof, names),
  }));

const nameProof = (proof: Proof, names: SideNames): NamedProof =>
  proof.kind === 'witness'
    ? {
        kind: 'witness',
        instance: proof.instance,
        valid_under: names[proof.valid_under],
        invalid_under: names[proof.invalid_under],
        error: proof.error,
      }
    : proof;
