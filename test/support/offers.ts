import type { TestApp } from './app.js';
import { adminOf } from './caller.js';
import { firstManifestOf, forceState, manifestOf, OPEN_POLICY, register } from './catalog.js';

/** A tool with an enabled version; `policy` differs from the open one in what is stated. */
export const offer = async (
  app: TestApp,
  toolId: string,
  { version = '1.0.0', state = 'enabled', policy = {}, ...manifest }: OfferOptions = {},
): Promise<void> => {
  const first = firstManifestOf({ policy: { ...OPEN_POLICY, ...policy }, ...manifest });
  await register(adminOf(app), toolId, version, first).expect(201);
  await forceState(app, toolId, version, state);
};

/** A further version of a tool that is there already. */
export const offerVersion = async (
  app: TestApp,
  toolId: string,
  version: string,
  { state = 'enabled', ...manifest }: OfferOptions = {},
): Promise<void> => {
  await register(adminOf(app), toolId, version, manifestOf(manifest)).expect(201);
  await forceState(app, toolId, version, state);
};

/** Beside these, whatever the manifest is to state. */
export interface OfferOptions {
  readonly version?: string;
  readonly state?: string;
  readonly policy?: object;
  readonly [member: string]: unknown;
}
