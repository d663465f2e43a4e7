import { firstManifestOf, manifestOf, OPEN_POLICY, pathOf } from '../support/catalog.js';
import { run } from '../support/lifecycle.js';
import { call } from '../faults/catalog-load.js';

/** Whose key a run uses, and what it may. */
export interface Caller {
  readonly name: string;
  /** Of the time of the whole run. */
  readonly share: number;
  readonly grant: object;
}

export const CALLERS: readonly Caller[] = [
  {
    name: 'admin',
    share: 0.5,
    grant: {
      permissions: ['read', 'publish', 'review', 'audit', 'admin', 'candidates'],
      tenants: ['*'],
      roles: ['*'],
      max_risk: 'L4',
      namespaces: ['*'],
    },
  },
  {
    name: 'publisher',
    share: 0.2,
    grant: { kind: 'pipeline', permissions: ['read', 'publish'], namespaces: ['fuzz'] },
  },
  {
    name: 'reviewer',
    share: 0.15,
    grant: { permissions: ['read', 'review'], namespaces: ['support'] },
  },
  {
    name: 'agent',
    share: 0.15,
    grant: { kind: 'agent', permissions: ['candidates'], tenants: ['acme'], roles: ['operator'] },
  },
];

/** A key, and its id in the catalog. */
export interface Key {
  readonly id: string;
  readonly token: string;
}

const send = async <T>(
  address: string,
  method: string,
  path: string,
  body: object,
  headers: object = {},
): Promise<T> => {
  const answer = await call(address, path, method, body, headers);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as T;
};

export const makeKey = (address: string, { name, grant }: Caller): Promise<Key> =>
  send(address, 'POST', '/v1/api-keys', { subject: `fuzz-${name}`, kind: 'person', ...grant });

const GLASS = { break_glass: true, reason: 'alone here' };
const RELEASE = [{ to: 'review' }, { to: 'staging', ...GLASS }, { to: 'enabled' }];
const WAYS: Readonly<Record<string, readonly object[]>> = {
  'fuzz.draft': [],
  'fuzz.review': RELEASE.slice(0, 1),
  'fuzz.enabled': RELEASE,
  'fuzz.deprecated': [...RELEASE, { to: 'deprecated', reason: 'old' }],
  'fuzz.proposed': RELEASE,
  'fuzz.proposed_too': RELEASE,
};
const NARROW = { ...OPEN_POLICY, risk_level: 'L2', allowed_roles: ['operator'] };

/** Tools in each state that an operation asks for, a second version, and open proposals: their ids. */
export const fillCatalog = async (address: string): Promise<readonly string[]> => {
  const proposals: string[] = [];
  for (const [toolId, steps] of Object.entries(WAYS)) {
    const path = pathOf(toolId, '1.0.0');
    await send(address, 'PUT', path, firstManifestOf({ policy: NARROW }));
    for (const body of steps) await send(address, 'POST', `${path}/transitions`, evidenced(body));
    if (toolId.includes('proposed')) proposals.push(await propose(address, toolId));
  }
  await send(address, 'PUT', pathOf('fuzz.enabled', '1.1.0'), manifestOf({ title: 'Newer' }));
  return proposals;
};

const evidenced = (step: object): object =>
  'to' in step && step.to === 'enabled' ? { ...step, evidence: [run('test'), run('smoke')] } : step;

const propose = async (address: string, toolId: string): Promise<string> => {
  const body = { ...OPEN_POLICY, reason: 'open it' };
  const path = `/v1/tools/${toolId}/policy`;
  return (await send<{ id: string }>(address, 'PUT', path, body, { 'if-match': '*' })).id;
};
