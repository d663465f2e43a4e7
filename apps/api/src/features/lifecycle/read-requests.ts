import { HTTP_URL_EXPECTED, isHttpUrl } from '#core/contract/http-url.js';
import type { TransitionRequest } from '#core/lifecycle/transition-facts.js';
import { Problem } from '../../http/problem.js';
import { readTimestamp } from '../../http/timestamp.js';
import type { EvidenceBody, TransitionBody } from './lifecycle.bodies.js';
import type { NewEvidence } from './lifecycle.repository.js';

/** What is stored is shown to every reader, so that it is held to what a target's URL is held to. */
const readUrl = (url: string, pointer: string): string => {
  if (isHttpUrl(url)) return url;
  throw new Problem('body-invalid', {
    detail: `${pointer} is not a URL that can be kept.`,
    errors: [{ pointer, code: 'malformed', message: HTTP_URL_EXPECTED }],
  });
};

/** The step that a body asks for, its times read; what was left out stays absent. */
export const readRequest = (body: TransitionBody): TransitionRequest => ({
  to: body.to,
  ...(body.reason === undefined ? {} : { reason: body.reason }),
  ...(body.sunset_at === undefined
    ? {}
    : { sunset_at: readTimestamp(body.sunset_at, '/sunset_at') }),
  ...(body.successor === undefined ? {} : { successor: body.successor }),
  ...(body.retracted === undefined ? {} : { retracted: body.retracted }),
  ...(body.break_glass === undefined ? {} : { break_glass: body.break_glass }),
});

/** Runs as they are stored; `base` is the JSON Pointer of the list in the body. */
export const readEvidence = (
  runs: readonly EvidenceBody[],
  base: string,
  subject: string,
): NewEvidence[] => runs.map((run, index) => readRun(run, `${base}/${index}`, subject));

export const readRun = (run: EvidenceBody, base: string, subject: string): NewEvidence => ({
  kind: run.kind,
  url: readUrl(run.url, `${base}/url`),
  passed_at: readTimestamp(run.passed_at, `${base}/passed_at`),
  submitted_by: subject,
  ...(run.summary === undefined ? {} : { summary: run.summary }),
});
