// For `node --import`: a service whose requests no longer wait for the fence, once it has loaded its
// catalog. What it serves may be stale, and nothing in the service can be set so.
import { AnswerCandidates } from '../../../../dist/api/src/features/candidates/answer-candidates.js';
import { CatalogFence } from '../../../../dist/api/src/database/catalog-fence.js';

const FRESH = { stale: false };
const { pass } = CatalogFence.prototype;
const { answer, execute } = AnswerCandidates.prototype;
if ([pass, answer, execute].some((method) => typeof method !== 'function')) {
  throw new Error('what lets requests on has another name now');
}

CatalogFence.prototype.pass = function (onSend) {
  return this.known.revision === undefined ? pass.call(this, onSend) : Promise.resolve(FRESH);
};

/** Nothing can have changed since the request was let in. */
AnswerCandidates.prototype.execute = function (asked, context) {
  return answer.call(this, asked, context, FRESH);
};
