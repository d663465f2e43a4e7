// For `node --import`: a service whose requests no longer wait for the database, once it has loaded its
// catalog. What it serves may be stale, and nothing in the service can be set so.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CatalogFence } from '../../../../dist/api/src/database/catalog-fence.js';

const FRESH = { stale: false };
const { pass } = CatalogFence.prototype;
if (typeof pass !== 'function') throw new Error('what lets requests on has another name now');

/** Until the body that came with a head has been taken in: who is sooner reads it in a costly way. */
let turn;
const bodiesArrived = () =>
  (turn ??= nextTurn().then(() => {
    turn = undefined;
  }));

CatalogFence.prototype.pass = function (onSend) {
  if (this.known.revision === undefined) return pass.call(this, onSend);
  return bodiesArrived().then(() => {
    onSend?.();
    return FRESH;
  });
};
