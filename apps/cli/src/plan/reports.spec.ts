import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { planGithub } from './github.js';
import { planJunit } from './junit.js';
import { planMarkdown } from './markdown.js';
import type { Plan, PlannedTool } from './plan.js';
import { planSarif } from './sarif.js';
import { planText } from './text.js';

const HOSTILE =
  'a|b <img src=x> `c` "d" & %0A\n::error::e, f:\u0000 [g](h) \u001b[31m \u202e @acme';

const at = { file: 'tools/a,b:c d.yaml', line: 4, column: 2, pointer: '/tools/0' };

const refused = (tool_id: string): PlannedTool => ({
  tool_id,
  version: '1.3.0',
  at,
  outcome: 'refused',
  existing_version: null,
  baseline: '1.2.0',
  declared_bump: 'minor',
  required_bump: 'major',
  minimum_version: '2.0.0',
  changes: [
    {
      rule: 'input-property-became-required',
      side: 'input',
      bump: 'major',
      relation: 'declared',
      path: '/input_schema/required',
      message: HOSTILE,
      remedy: 'Keep it optional.',
      proof: {
        kind: 'witness',
        instance: { subject: HOSTILE },
        valid_under: '1.2.0',
        invalid_under: '1.3.0',
        error: HOSTILE,
      },
      at,
    },
  ],
  lint: [
    {
      rule: 'output-schema-missing',
      level: 'warning',
      profile: null,
      path: '',
      message: HOSTILE,
      remedy: 'x',
      at,
    },
  ],
  refusals: [{ code: 'bump-too-small', message: HOSTILE, at }],
  notes: [],
  updated: [],
  drift: ['policy'],
});

const fine: PlannedTool = {
  ...refused('support.fine'),
  outcome: 'create',
  baseline: null,
  declared_bump: null,
  required_bump: null,
  minimum_version: null,
  changes: [],
  lint: [],
  refusals: [],
  drift: [],
};

const plan: Plan = {
  catalog: 'http://x',
  files: ['quartermaster.yaml'],
  tools: [refused('support.open'), fine],
};

const TERMINAL = {
  out: () => undefined,
  err: () => undefined,
  colour: false,
  live: false,
  width: undefined,
};

describe('a plan', () => {
  it('is one workflow command a line for GitHub, whatever stands in it', () => {
    const lines = planGithub(plan).split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatch(
        /^::(error|warning) file=tools\/a%2Cb%3Ac d\.yaml,line=4,col=2,title=[^,:]+(%3A[^,:]*)?::/,
      );
    }
    expect(lines[0]).toContain('%250A%0A::error::e');
    expect(lines[0]).toContain('2.0.0 would be allowed');
  });

  it('is XML for JUnit, with a failure for what is refused', () => {
    const { root } = parseXml(planJunit(plan));
    const suite = root?.children.find((child) => child instanceof XmlElement);
    const cases = (suite as XmlElement).children.filter((child) => child instanceof XmlElement);
    expect(cases.map(({ attributes }) => attributes['name'])).toEqual([
      'support.open 1.3.0',
      'support.fine 1.3.0',
    ]);
    const [failure] = cases.flatMap(({ children }) =>
      children.filter((child) => child instanceof XmlElement && child.name === 'failure'),
    );
    expect(failure?.toJSON()).toMatchObject({
      attributes: { message: expect.stringContaining('a|b <img src=x>') },
    });
    expect(root?.attributes).toMatchObject({ tests: '2', failures: '1' });
  });

  it('is a SARIF log with a result for each finding', () => {
    const { runs } = JSON.parse(planSarif(plan, '1.0.0')) as {
      runs: { results: { ruleId: string; level: string; locations: unknown[] }[] }[];
    };
    expect(runs[0]?.results.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual([
      'error bump-too-small',
      'error input-property-became-required',
      'warning output-schema-missing',
    ]);
    expect(runs[0]?.results[0]?.locations[0]).toMatchObject({
      physicalLocation: {
        artifactLocation: { uri: 'tools/a%2Cb%3Ac%20d.yaml' },
        region: { startLine: 4, startColumn: 2 },
      },
    });
  });

  it('lets nothing out of its place in Markdown', () => {
    const text = planMarkdown(plan);
    expect(text).not.toMatch(/(?<!\\)<img|[^\P{Cc}\n]|^::|@acme/mu);
    for (const row of text.split('\n').filter((line) => line.startsWith('| major'))) {
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
    }
    expect(text).toContain('Version `2.0.0` would be allowed');
  });

  it('keeps to the size of a comment, the refused tools first', () => {
    const many = Array.from({ length: 500 }, (_, n) => refused(`support.tool_${n}`));
    const text = planMarkdown({ ...plan, tools: [fine, ...many] }, 20_000);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toMatch(/… and \d+ more tools: see the log/);
    expect(text.indexOf('support.tool_0')).toBeLessThan(text.indexOf('more tools'));
  });

  it('sends no commands to a terminal', () => {
    expect(planText(TERMINAL, plan)).not.toMatch(/[^\P{Cc}\n]|\u202e|^::/mu);
  });
});
