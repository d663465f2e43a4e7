import { ApiClient, type Connection } from './client/api-client.js';
import type { Settings } from './env.js';
import { pipelineIdentity } from './client/pipeline-identity.js';
import { usageFailure } from './exit-codes.js';
import { signedInToken } from './identity/signed-in.js';
import type { Terminal } from './output/terminal.js';

/** Everything from outside that a command works with. */
export interface Session extends Pick<Connection, 'fetch' | 'sleep' | 'now'> {
  readonly settings: Settings;
  readonly terminal: Terminal;
}

/** A client with the address of the environment, and its token, or that of who is signed in. */
export const clientOf = (
  session: Session,
  more: Pick<Connection, 'patienceMs' | 'onWait'> = {},
): ApiClient => {
  const { settings, fetch, sleep, now } = session;
  const url = addressOf(session);
  const { token, identity, configFolder } = settings;
  const own = (): Promise<string | undefined> =>
    identity === undefined
      ? signedInToken({ url, configFolder }, fetch, now())
      : pipelineIdentity(identity, fetch);
  return new ApiClient({ url, token, identity: own, fetch, sleep, now, ...more });
};

/** Where the catalog is. */
export const addressOf = ({ settings: { url } }: Session): string => {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw usageFailure(`QM_URL is no http or https address: ${url}`);
};
