import { ApiClient, type Connection } from './client/api-client.js';
import type { Settings } from './env.js';
import { pipelineIdentity } from './client/pipeline-identity.js';
import { usageFailure } from './exit-codes.js';
import type { Terminal } from './output/terminal.js';

/** Everything from outside that a command works with. */
export interface Session extends Pick<Connection, 'fetch' | 'sleep' | 'now'> {
  readonly settings: Settings;
  readonly terminal: Terminal;
}

/** A client with the address and token of the environment. */
export const clientOf = (
  session: Session,
  more: Pick<Connection, 'patienceMs' | 'onWait'> = {},
): ApiClient => {
  const { settings, fetch, sleep, now } = session;
  if (!/^https?:\/\//.test(settings.url) || !URL.canParse(settings.url)) {
    throw usageFailure(`QM_URL is no http or https address: ${settings.url}`);
  }
  const { url, token, identity } = settings;
  const own = identity === undefined ? {} : { identity: () => pipelineIdentity(identity, fetch) };
  return new ApiClient({ url, token, ...own, fetch, sleep, now, ...more });
};
