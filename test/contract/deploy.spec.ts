import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { CHART, chartHeader, RENDERED, renderChart } from '../support/chart.js';

const read = (path: string): string => readFileSync(path, 'utf8');

const manifestsIn = (text: string): JsonObject[] =>
  parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as JsonObject;
  });

/** What a path leads to; numbers lead into lists. */
const at = (value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>((found, key) => {
    if (typeof key === 'number') return isArray(found) ? found[key] : undefined;
    return isObject(found) ? member(found, key) : undefined;
  }, value);

const ofKind = (manifests: readonly JsonObject[], kind: string): JsonObject[] =>
  manifests.filter((manifest) => at(manifest, 'kind') === kind);

const podOf = (manifest: JsonObject): Json | undefined => at(manifest, 'spec', 'template', 'spec');

const settingsOf = (pod: Json | undefined): (Json | undefined)[] => {
  const env = at(pod, 'containers', 0, 'env');
  return isArray(env) ? env.map((one) => at(one, 'name')) : [];
};

const manifests = manifestsIn(read(RENDERED));
const [deployment = {}] = ofKind(manifests, 'Deployment') as [JsonObject?];
const [job = {}] = ofKind(manifests, 'Job') as [JsonObject?];

describe('the manifests for Kubernetes', () => {
  it('are what the present chart makes', () => {
    expect(read(RENDERED).startsWith(chartHeader())).toBe(true);
    const rendered = renderChart();
    if (rendered === undefined) process.stderr.write('There is no helm here: not rendered anew.\n');
    else expect(read(RENDERED)).toBe(chartHeader() + rendered);
  });

  it('run as nobody, with nothing to write on and nothing to gain', () => {
    for (const workload of [deployment, job]) {
      const pod = podOf(workload);
      expect(at(pod, 'securityContext', 'runAsNonRoot')).toBe(true);
      expect(at(pod, 'securityContext', 'seccompProfile', 'type')).toBe('RuntimeDefault');
      expect(at(pod, 'automountServiceAccountToken')).toBe(false);
      expect(at(pod, 'containers', 0, 'securityContext')).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(at(pod, 'containers', 0, 'resources', 'limits', 'memory')).toBeDefined();
      expect(at(pod, 'containers', 0, 'resources', 'requests', 'cpu')).toBeDefined();
    }
  });

  it('let only the migration know the owner of the tables', () => {
    expect(settingsOf(podOf(job))).toContain('QM_MIGRATION_DATABASE_URL');
    expect(settingsOf(podOf(deployment))).toContain('DATABASE_URL');
    expect(settingsOf(podOf(deployment))).not.toContain('QM_MIGRATION_DATABASE_URL');
    expect(at(podOf(job), 'containers', 0, 'args')).toContain('--migrate-only');
    expect(read('apps/start.mjs')).toContain("'--migrate-only'");
  });

  it('open the metrics beside the API and not with it, and let nothing else in or out', () => {
    const portsOf = (manifest: JsonObject | undefined, ...path: string[]): (Json | undefined)[] => {
      const ports = at(manifest, ...path);
      return isArray(ports) ? ports.map((one) => at(one, 'name') ?? at(one, 'port')) : [];
    };
    const services = ofKind(manifests, 'Service');
    expect(services.map((one) => portsOf(one, 'spec', 'ports'))).toEqual([['http'], ['metrics']]);
    expect(at(services[1], 'spec', 'clusterIP')).toBe('None');
    const [policy, migration] = ofKind(manifests, 'NetworkPolicy');
    const opened = (manifest: JsonObject | undefined, way: string): (Json | undefined)[] => {
      const rules = at(manifest, 'spec', way);
      return isArray(rules) ? rules.flatMap((rule) => portsOf(rule as JsonObject, 'ports')) : [];
    };
    for (const one of [policy, migration]) {
      expect(at(one, 'spec', 'policyTypes')).toEqual(['Ingress', 'Egress']);
      expect(opened(one, 'egress')).toEqual([53, 53, 5432]);
    }
    expect([opened(policy, 'ingress'), opened(migration, 'ingress')]).toEqual([
      ['http', 'metrics'],
      [],
    ]);
    const component = at(deployment, 'spec', 'template', 'metadata', 'labels');
    const selected = at(policy, 'spec', 'podSelector', 'matchLabels');
    expect(component).toEqual(expect.objectContaining(selected as object));
  });

  it('ask the probes that there are, and give a replica the time to end', () => {
    const container = at(podOf(deployment), 'containers', 0);
    expect(at(container, 'livenessProbe', 'httpGet', 'path')).toBe('/livez');
    expect(at(container, 'readinessProbe', 'httpGet', 'path')).toBe('/readyz');
    const drain = read('apps/api/src/http/drain.ts');
    const drainMs = Number(/PATIENCE_MS = ([\d_]+)/.exec(drain)?.[1]?.replaceAll('_', ''));
    const [, preStop] = at(container, 'lifecycle', 'preStop', 'exec', 'command') as string[];
    const grace = at(podOf(deployment), 'terminationGracePeriodSeconds');
    expect(grace).toBeGreaterThan(Number(preStop) + drainMs / 1_000 + 1);
  });

  it('keep replicas apart, and some of them up while nodes are drained', () => {
    expect(at(deployment, 'spec', 'replicas')).toBeGreaterThan(1);
    expect(at(deployment, 'spec', 'strategy', 'rollingUpdate', 'maxUnavailable')).toBe(0);
    expect(at(podOf(deployment), 'topologySpreadConstraints', 1)).toBeDefined();
    const labels = at(deployment, 'spec', 'template', 'metadata', 'labels');
    const [budget] = ofKind(manifests, 'PodDisruptionBudget');
    for (const selector of [
      at(deployment, 'spec', 'selector', 'matchLabels'),
      at(budget, 'spec', 'selector', 'matchLabels'),
      ...ofKind(manifests, 'Service').map((service) => at(service, 'spec', 'selector')),
    ]) {
      expect(labels).toEqual(expect.objectContaining(selector as object));
    }
  });

  it('name only settings that there are, and values that the schema knows', () => {
    const known = read('.env.example');
    for (const name of [...settingsOf(podOf(deployment)), ...settingsOf(podOf(job))]) {
      expect(known).toContain(`# ${String(name)}=`);
    }
    const schema = parse(read(`${CHART}/values.schema.json`)) as Json;
    const values = parse(read(`${CHART}/values.yaml`)) as JsonObject;
    for (const name of Object.keys(values)) {
      expect([name, at(schema, 'properties', name)]).toEqual([name, expect.anything()]);
    }
  });
});

describe('the alert rules', () => {
  it('lead to a section of docs/operations.md each', () => {
    const document = read('docs/operations.md');
    const rules = parse(read('deploy/prometheus/alerts.yml')) as {
      groups: { rules: { alert: string; annotations: { runbook_url?: string } }[] }[];
    };
    for (const { alert, annotations } of rules.groups.flatMap((group) => group.rules)) {
      expect([alert, annotations.runbook_url]).toEqual([
        alert,
        expect.stringMatching(new RegExp(`docs/operations\\.md#${alert.toLowerCase()}$`)),
      ]);
      expect(document).toContain(`\n### ${alert}\n`);
    }
  });
});

describe('the image', () => {
  it('is built in stages, runs as nobody, and gets its signals', () => {
    const lines = read('Dockerfile').split('\n');
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).toContain('USER node');
    expect(last.filter((line) => line.startsWith('CMD '))).toEqual([
      'CMD ["node", "apps/start.mjs"]',
    ]);
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    expect(lines.join('\n')).toMatch(/npm ci --omit=dev/);
    expect(last.some((line) => line.startsWith('RUN '))).toBe(false);
  });
});
