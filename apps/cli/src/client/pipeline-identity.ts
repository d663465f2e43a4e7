import { isObject, member } from '#core/json/value.js';
import { readJson } from '#core/json/read.js';
import type { IdentitySettings } from '../env.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

const TIMEOUT_MS = 30_000;

/**
 * The short-lived token by which a pipeline proves what it is, so that none has to be stored: GitHub
 * gives it to a job that may write `id-token`. Where a pipeline has it in its environment, as in
 * GitLab, it is simply the QM_TOKEN.
 */
export const pipelineIdentity = async (
  { requestUrl, requestToken, audience }: IdentitySettings,
  send: typeof fetch,
): Promise<string> => {
  const url = new URL(requestUrl);
  url.searchParams.set('audience', audience);
  let text: string;
  try {
    const headers = { authorization: `Bearer ${requestToken}`, accept: 'application/json' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await send(url, { headers, redirect: 'error', signal });
    text = answer.ok ? await answer.text() : '';
  } catch {
    text = '';
  }
  const reading = readJson(text);
  const token = reading.ok && isObject(reading.value) ? member(reading.value, 'value') : undefined;
  if (typeof token === 'string') return token;
  throw new CommandFailure(
    EXIT.unreachable,
    'the pipeline gives no identity token, and QM_TOKEN is not set',
    'Look whether the job has the permission `id-token: write`, or set QM_TOKEN.',
  );
};
