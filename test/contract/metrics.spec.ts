import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { FAMILIES, type Family } from '../../apps/api/src/metrics/families.js';
import { isProblemCode } from '#core/problems/catalogue.js';

const textOf = (path: string): string =>
  readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');

interface AlertRules {
  readonly groups: readonly { readonly rules: readonly { alert: string; expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly { title: string; targets: readonly { expr: string }[] }[];
}

const alerts = (parse(textOf('prometheus/alerts.yml')) as AlertRules).groups
  .flatMap(({ rules }) => rules)
  .map(({ alert, expr }) => [alert, expr] as const);

const panels = (JSON.parse(textOf('grafana/quartermaster.json')) as Dashboard).panels.flatMap(
  ({ title, targets }) => targets.map(({ expr }) => [title, expr] as const),
);

/** Every name that a scrape has, with the labels of its series. */
const SERIES = new Map(
  Object.values<Family>(FAMILIES).flatMap(({ name, type, labels }) =>
    type === 'histogram'
      ? [
          [`${name}_bucket`, [...labels, 'le']] as const,
          [`${name}_sum`, labels] as const,
          [`${name}_count`, labels] as const,
        ]
      : [[name, labels] as const],
  ),
);

/** What Prometheus itself adds. */
const OF_THE_SCRAPE = ['job', 'instance'];

const metricsIn = (expr: string): string[] =>
  expr.match(/\b(?:quartermaster|process|nodejs)_\w+/g) ?? [];

const labelsIn = (expr: string): string[] => [
  ...[...expr.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
];

describe.each([
  ['the alert rules', alerts],
  ['the dashboard', panels],
])('%s', (_, expressions) => {
  it('are there', () => expect(expressions.length).toBeGreaterThan(8));

  it.each(expressions)(
    'ask for metrics that there are, by labels that they have: %s',
    (_, expr) => {
      const metrics = metricsIn(expr);
      if (metrics.length === 0) expect(expr).toMatch(/\bup\{/);
      for (const metric of metrics) expect([...SERIES.keys()]).toContain(metric);
      const known = metrics.flatMap((metric) => SERIES.get(metric) ?? []);
      for (const label of labelsIn(expr)) expect([...known, ...OF_THE_SCRAPE]).toContain(label);
      for (const [, code = ''] of expr.matchAll(/code="([^"]+)"/g)) {
        expect([code, isProblemCode(code)]).toEqual([code, true]);
      }
    },
  );
});

it('each metric is shown on the dashboard or alerted on', () => {
  const used = new Set([...alerts, ...panels].flatMap(([, expr]) => metricsIn(expr)));
  const unused = Object.values<Family>(FAMILIES).filter(
    ({ name }) => ![...used].some((metric) => metric.startsWith(name)),
  );
  expect(unused.map(({ name }) => name)).toEqual([]);
});
