import { randomBytes } from 'node:crypto';
import type { JsonObject } from '#core/json/value.js';
import type { RiskLevel } from '#core/policy/policy.js';
import { ApiClient } from '../client/api-client.js';
import type { Session } from '../session.js';
import { textAt } from './answers.js';
import { NAMESPACES } from './catalog/catalog.js';

/** An agent asks with what its key was granted, and with no more. */
export interface Agent {
  readonly title: string;
  readonly role: string;
  readonly tenant: string;
  readonly taskType: string;
  readonly ceiling: RiskLevel;
}

export const AGENTS = {
  support: {
    title: 'The support agent of acme',
    role: 'support',
    tenant: 'acme',
    taskType: 'support',
    ceiling: 'L3',
  },
  finance: {
    title: 'The finance agent of acme',
    role: 'finance',
    tenant: 'acme',
    taskType: 'billing',
    ceiling: 'L4',
  },
  sales: {
    title: 'The sales agent of globex',
    role: 'sales',
    tenant: 'globex',
    taskType: 'sales',
    ceiling: 'L2',
  },
  partner: {
    title: 'The partner agent of globex',
    role: 'partner',
    tenant: 'globex',
    taskType: 'billing',
    ceiling: 'L1',
  },
} as const satisfies Record<string, Agent>;

export type AgentName = keyof typeof AGENTS;

/** Everybody who plays a part, each speaking with a key of their own. */
export interface Cast {
  readonly dora: ApiClient;
  readonly rita: ApiClient;
  readonly omar: ApiClient;
  readonly ada: ApiClient;
  readonly agents: Readonly<Record<AgentName, ApiClient>>;
}

/** A key that no one has yet: it opens the demonstration and dies with it. */
export const makeAdminKey = (): string => `qm_demo_${randomBytes(32).toString('base64url')}`;

export const gatherCast = async (
  session: Session,
  url: string,
  adminKey: string,
): Promise<Cast> => {
  const clientWith = (token: string) => new ApiClient({ ...session, url, token });
  const admin = clientWith(adminKey);
  const keyFor = async (subject: string, kind: string, grant: JsonObject): Promise<ApiClient> => {
    const { body } = await admin.send({
      method: 'POST',
      path: '/v1/api-keys',
      once: true,
      body: { subject, kind, ...grant },
    });
    return clientWith(textAt(body, '/token'));
  };
  const agentKey = (name: AgentName): Promise<ApiClient> => {
    const { role, tenant, ceiling } = AGENTS[name];
    const grant = { permissions: ['candidates'], tenants: [tenant], roles: [role] };
    return keyFor(`agent-${name}`, 'agent', { ...grant, max_risk: ceiling });
  };
  return {
    dora: await keyFor('dora', 'person', {
      permissions: ['publish', 'review', 'read'],
      namespaces: NAMESPACES,
    }),
    rita: await keyFor('rita', 'person', { permissions: ['review', 'read'] }),
    omar: await keyFor('omar', 'person', { permissions: ['review', 'read'] }),
    ada: await keyFor('ada', 'person', { permissions: ['audit', 'read'] }),
    agents: {
      support: await agentKey('support'),
      finance: await agentKey('finance'),
      sales: await agentKey('sales'),
      partner: await agentKey('partner'),
    },
  };
};
