import { readdirSync } from 'node:fs';
import { classify } from '../classify.js';
import { exampleContract } from '../example-contract.js';
import { BUMPS, type Finding } from '../finding.js';
import type { Example, Rule } from '../rule.js';
import { isMirrorCell, mirrorCells, WAIVERS } from '../waivers.js';
import { RULES } from './index.js';

const FOLDER = new URL('.', import.meta.url);

const known = new Map<Example, readonly Finding[]>();

const findings = (example: Example): readonly Finding[] => {
  const found =
    known.get(example) ??
    classify(exampleContract(example.before), exampleContract(example.after), {
      outputCompatibility: 'strict',
      changes: example.changes ?? [],
    }).findings;
  known.set(example, found);
  return found;
};

const ruleIds = (example: Example) => findings(example).map(({ rule }) => rule);

const everyExample = RULES.flatMap((rule) => rule.examples.map((example) => ({ rule, example })));

describe('the rules', () => {
  it('are one file each, named by the id, and all listed', () => {
    const files = readdirSync(FOLDER)
      .filter((name) => /^(?!index\.|.*\.spec\.).*\.ts$/.test(name))
      .map((name) => name.replace(/\.ts$/, ''));
    expect(RULES.map(({ id }) => id)).toEqual(files.sort());
  });

  it.each(RULES)('$id has a hit and a near miss', (rule: Rule) => {
    expect(rule.examples.some(({ finds }) => finds.includes(rule.id))).toBe(true);
    expect(rule.examples.some(({ finds }) => !finds.includes(rule.id))).toBe(true);
  });

  it.each(everyExample)('$rule.id: $example.title', ({ example }) => {
    expect(ruleIds(example).sort()).toEqual([...example.finds].sort());
  });

  it.each(everyExample)('$rule.id: finds nothing between equal contracts', ({ example }) => {
    for (const same of [example.before, example.after]) {
      expect(ruleIds({ ...example, before: same, after: same, changes: [] })).toEqual([]);
    }
  });

  it.each(everyExample)('$rule.id: demands its own bump, with evidence', ({ rule, example }) => {
    for (const finding of findings(example).filter((found) => found.rule === rule.id)) {
      expect(finding.bump).toBe(rule.bump);
      expect(BUMPS).toContain(finding.bump);
      expect([rule.side, 'any']).toContain(rule.side === 'any' ? 'any' : finding.side);
      expect(finding.message).not.toMatch(/undefined|\[object/);
      if (finding.proof.kind === 'undecided') expect(finding.bump).toBe('major');
    }
  });

  it('name each cell of the grid at most once', () => {
    const cells = RULES.filter(({ isFallback }) => isFallback !== true).map(
      ({ side, aspect, action, id }) => [`${side} ${aspect} ${action}`, id] as const,
    );
    const twice = cells.filter(([cell], at) => cells.findIndex(([other]) => other === cell) !== at);
    expect(twice.map(([, id]) => id)).toEqual([
      // The five ways of a changed text, told apart by what is declared of it.
      'description-changed',
      'description-clarified',
      'description-reformatted',
      // Refused extras have an aspect in common with stated ones.
      'input-undeclared-extra-refused',
    ]);
  });

  it('find in each other’s examples exactly what has been reviewed', () => {
    const matrix = everyExample.map(
      ({ rule, example }) =>
        `${rule.id} · ${example.title} → ${ruleIds(example).sort().join(', ') || 'nothing'}`,
    );
    expect(matrix).toMatchSnapshot();
  });
});

describe('the mirror of every rule', () => {
  it('is a rule, or a waiver says why not', () => {
    expect(mirrorCells(RULES).filter((cell) => !(cell in WAIVERS))).toEqual([]);
  });

  it('has no waiver once it is a rule', () => {
    expect(Object.keys(WAIVERS).filter((cell) => !isMirrorCell(cell, RULES))).toEqual([]);
  });

  it('is waived only with a reason', () => {
    for (const reason of Object.values(WAIVERS)) expect(reason.length).toBeGreaterThan(20);
  });
});
