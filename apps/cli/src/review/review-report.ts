import { member, type JsonObject } from '#core/json/value.js';
import { objectAt, objectsAt, textAt, textsAt } from '../catalog/fields.js';
import { changedTexts, textOf } from './changed-text.js';

/** One part of a review as a table, in every form that it is printed in. */
export interface Section {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Said where there are no rows. */
  readonly none: string;
}

export interface ReviewReport {
  readonly heading: string;
  readonly facts: readonly (readonly [name: string, value: string | undefined])[];
  readonly sections: readonly Section[];
}

/** What a second person reads before they decide, out of `GET …/versions/{version}/review`. */
export const reviewReport = (review: JsonObject): ReviewReport => {
  const version = objectAt(review, 'version');
  return {
    heading: `${textAt(version, 'tool_id')} ${textAt(version, 'version')}`,
    facts: factsOf(review, version),
    sections: [
      differences(review),
      findings(objectAt(version, 'check')),
      lint(objectAt(version, 'check')),
      policy(review),
      gates(version),
      evidence(version),
      steps(review),
    ],
  };
};

const factsOf = (review: JsonObject, version: JsonObject): ReviewReport['facts'] => {
  const approvals = objectAt(version, 'approvals');
  const baseline = textAt(objectAt(review, 'baseline'), 'version') ?? 'none: the first of its kind';
  const moved = member(review, 'baseline_moved') === true ? ' (another one by now)' : '';
  const proposal = objectAt(review, 'proposal');
  return [
    ['state', textAt(version, 'state')],
    ['digest', textAt(version, 'contract_digest')],
    ['baseline', baseline + moved],
    ['approvals', `${valueAt(approvals, 'have')} of ${valueAt(approvals, 'need')}`],
    ['authors', textsAt(review, 'authors').join(', ')],
    ['proposal', textAt(proposal, 'id')],
    ['opens', gainsOf(objectAt(proposal, 'opens')).join('\n') || undefined],
    ['no key has', textsAt(review, 'tenants_without_key').join(', ') || undefined],
    ['to confirm', textsAt(version, 'proposed').join('\n') || undefined],
  ];
};

/** Who would be given the tool and is not now. */
const gainsOf = (opens: JsonObject): string[] =>
  objectsAt(opens, 'gains').map((gain) => {
    const reach = ['roles', 'tenants', 'task_types'].map(
      (name) => `${name.replace('_', ' ')} ${namesOf(objectAt(gain, name))}`,
    );
    return `${reach.join(' × ')}, from ${textAt(gain, 'from_risk')}`;
  });

const namesOf = (names: JsonObject): string => {
  const but = textsAt(names, 'all_but');
  if (member(names, 'all_but') === undefined) return textsAt(names, 'only').join(', ');
  return but.length === 0 ? '*' : `all but ${but.join(', ')}`;
};

const differences = (review: JsonObject): Section => ({
  title:
    member(review, 'diff_truncated') === true ? 'What differs, the first of it' : 'What differs',
  heads: ['where', 'how', 'side', 'what'],
  rows: objectsAt(review, 'diff').flatMap(sidesOf),
  none: 'Nothing, or nothing to compare with.',
});

/** One below the other: side by side the longer one would push the other out of sight. */
const sidesOf = (change: JsonObject): string[][] => {
  const [before, after] = changedTexts(member(change, 'before'), member(change, 'after'));
  const where = [textAt(change, 'path') ?? '', textAt(change, 'kind') ?? ''];
  const sides = [['before', before] as const, ['after', after] as const];
  return sides.flatMap(([side, text]) => (text === undefined ? [] : [[...where, side, text]]));
};

const findings = (check: JsonObject): Section => ({
  title: `Findings: ${textAt(check, 'declared_bump') ?? 'no step'} declared, ${textAt(check, 'required_bump') ?? 'none'} required`,
  heads: ['bump', 'rule', 'where', 'what'],
  rows: rowsOf(check, 'changes', ['bump', 'rule', 'path', 'message']),
  none: 'None.',
});

const lint = (check: JsonObject): Section => ({
  title: 'Lint',
  heads: ['level', 'rule', 'where', 'what'],
  rows: rowsOf(check, 'lint', ['level', 'rule', 'path', 'message']),
  none: 'No finding.',
});

const POLICY_FIELDS = [
  'risk_level',
  'requires_approval',
  'allowed_roles',
  'allowed_tenants',
  'task_types',
];

const policy = (review: JsonObject): Section => {
  const proposed = objectAt(objectAt(review, 'proposal'), 'policy');
  return {
    title: 'Policy',
    heads: ['field', 'of which', 'value'],
    rows: POLICY_FIELDS.flatMap((field) => [
      [field, 'in force', valueAt(objectAt(review, 'policy'), field)],
      ...(member(proposed, field) === undefined
        ? []
        : [[field, 'proposed', valueAt(proposed, field)]]),
    ]),
    none: '',
  };
};

const gates = (version: JsonObject): Section => ({
  title: 'Gates that are not green',
  heads: ['gate', 'why', 'waived until'],
  rows: objectsAt(version, 'readiness')
    .filter((gate) => member(gate, 'ok') === false)
    .map((gate) => ['gate', 'why', 'waived_until'].map((name) => textAt(gate, name) ?? '')),
  none: 'All are green.',
});

const evidence = (version: JsonObject): Section => ({
  title: 'Evidence',
  heads: ['kind', 'passed at', 'where', 'summary'],
  rows: rowsOf(version, 'evidence', ['kind', 'passed_at', 'url', 'summary']),
  none: 'None for this content.',
});

const steps = (review: JsonObject): Section => ({
  title: 'Steps from here',
  heads: ['to', 'step', 'for you', 'why'],
  rows: objectsAt(review, 'steps').map((step) => [
    textAt(step, 'to') ?? '',
    textAt(step, 'name') ?? '',
    member(step, 'open') === true ? 'open' : (textAt(step, 'code') ?? ''),
    textAt(step, 'why') ?? '',
  ]),
  none: 'None.',
});

const rowsOf = (object: JsonObject, name: string, fields: readonly string[]): string[][] =>
  objectsAt(object, name).map((row) => fields.map((field) => textAt(row, field) ?? ''));

/** Uncut: what is read here is decided on. */
const valueAt = (object: JsonObject, name: string): string => {
  const value = member(object, name);
  return value === undefined ? '' : textOf(value);
};
