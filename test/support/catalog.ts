import type { Test } from 'supertest';
import type { TestApp } from './app.js';
import type { TestCaller } from './caller.js';

/** The smallest manifest that registers a later version. */
export const manifestOf = (more: object = {}): Record<string, unknown> => ({
  description: 'Answers what it is asked.',
  input_schema: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 100 } },
    additionalProperties: false,
  },
  side_effect: false,
  idempotent: true,
  timeout_ms: 1_000,
  target: { kind: 'none' },
  ...more,
});

/** The smallest policy that lets everybody in. */
export const OPEN_POLICY = {
  risk_level: 'L0',
  requires_approval: false,
  allowed_roles: ['*'],
  allowed_tenants: ['*'],
  task_types: ['*'],
} as const;

/** The smallest manifest that registers a tool for the first time. */
export const firstManifestOf = (more: object = {}): Record<string, unknown> =>
  manifestOf({ owner: 'platform', policy: OPEN_POLICY, ...more });

export const pathOf = (toolId: string, version: string): string =>
  `/v1/tools/${toolId}/versions/${version}`;

/** Registers a version; without a manifest the smallest one for a first registration. */
export const register = (
  caller: TestCaller,
  toolId: string,
  version = '1.0.0',
  manifest: object = firstManifestOf(),
): Test => caller.put(pathOf(toolId, version)).send(manifest);

/** Puts a version into a state past the service, for tests that are not about how it got there. */
export const forceState = async (
  app: Pick<TestApp, 'database'>,
  toolId: string,
  version: string,
  state: string,
): Promise<void> => {
  const wasEnabled = ['enabled', 'deprecated'].includes(state);
  await app.database.query(
    `UPDATE tool_version SET state = $3::version_state, ever_enabled = ever_enabled OR $4,
       ever_submitted = true
     WHERE tool_id = $1 AND version = $2`,
    [toolId, version, state, wasEnabled],
  );
  await app.database.query(
    `UPDATE tool SET ever_left_draft = true, servable = EXISTS (
       SELECT 1 FROM tool_version AS v WHERE v.tool_id = $1 AND v.state IN ('enabled', 'deprecated'))
     WHERE tool_id = $1`,
    [toolId],
  );
};
