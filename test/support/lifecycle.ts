import type { Test } from 'supertest';
import type { TestApp } from './app.js';
import { makeCaller, type TestCaller } from './caller.js';
import { firstManifestOf, pathOf, register } from './catalog.js';

/** Four people, each with what their name says and nothing more; the admin wrote nothing. */
export interface Crew {
  readonly publisher: TestCaller;
  readonly reviewer: TestCaller;
  readonly secondReviewer: TestCaller;
  readonly admin: TestCaller;
}

/** Their subjects are ann, bob, cat and eve; the publisher's namespace is `support`. */
export const makeCrew = async (app: TestApp): Promise<Crew> => ({
  publisher: await makeCaller(app, {
    subject: 'ann',
    permissions: ['publish'],
    namespaces: ['support'],
  }),
  reviewer: await makeCaller(app, { subject: 'bob', permissions: ['review'] }),
  secondReviewer: await makeCaller(app, { subject: 'cat', permissions: ['review'] }),
  admin: await makeCaller(app, { subject: 'eve', permissions: ['admin'] }),
});

/** Asks for a step of a version, 1.0.0 unless another is named after an `@`. */
export const step = (caller: TestCaller, tool: string, to: string, more: object = {}): Test =>
  caller.post(`${versionPath(tool)}/transitions`).send({ to, ...more });

export const versionPath = (tool: string): string => {
  const [toolId = '', version = '1.0.0'] = tool.split('@');
  return pathOf(toolId, version);
};

/** A moment so many days from now, as a request states it. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString();

const LONG_AGO = '2026-01-02T03:04:05Z';

export const run = (kind: 'test' | 'smoke', more: object = {}): object => ({
  kind,
  url: 'https://ci.example.com/runs/1',
  passed_at: LONG_AGO,
  ...more,
});

/** What a release asks of the contract as it stands. */
export const EVIDENCE = { evidence: [run('test'), run('smoke')] };

export const BECAUSE = { reason: 'because' };

/** Registers a version and takes it to a state, all over the API. */
export const bring = async (
  crew: Crew,
  tool: string,
  state: keyof typeof WAYS,
  manifest: object = firstManifestOf(),
): Promise<void> => {
  const [toolId = '', version = '1.0.0'] = tool.split('@');
  await register(crew.publisher, toolId, version, manifest).expect(201);
  for (const [who, to, more] of WAYS[state]) {
    await step(crew[who], tool, to, more).expect(200);
  }
};

type Move = readonly [who: keyof Crew, to: string, more?: object];

const SUBMIT: Move = ['publisher', 'review'];
const APPROVE: Move = ['reviewer', 'staging'];
const RELEASE: Move = ['reviewer', 'enabled', EVIDENCE];
const DEPRECATE: Move = ['publisher', 'deprecated', BECAUSE];
const KILL: Move = ['publisher', 'disabled', BECAUSE];

const WAYS = {
  draft: [],
  review: [SUBMIT],
  staging: [SUBMIT, APPROVE],
  enabled: [SUBMIT, APPROVE, RELEASE],
  deprecated: [SUBMIT, APPROVE, RELEASE, DEPRECATE],
  disabled: [SUBMIT, APPROVE, RELEASE, KILL],
} as const satisfies Record<string, readonly Move[]>;

/** What the trail says happened to a tool, the oldest first. */
export const eventsOf = async (
  app: TestApp,
  toolId: string,
): Promise<readonly Record<string, unknown>[]> => {
  const rows = await app.database.query<{ event: string }>(
    'SELECT event FROM audit_event WHERE tool_id = $1 ORDER BY seq',
    [toolId],
  );
  return rows.map(({ event }) => JSON.parse(event) as Record<string, unknown>);
};

export const isServable = async (app: TestApp, toolId: string): Promise<boolean | undefined> => {
  const rows = await app.database.query<{ servable: boolean }>(
    'SELECT servable FROM tool WHERE tool_id = $1',
    [toolId],
  );
  return rows[0]?.servable;
};
