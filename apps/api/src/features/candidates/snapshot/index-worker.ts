import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Contract } from '#core/contract/contract.js';
import { documentOf } from '#core/search/document-of.js';
import { emptySearchIndex } from '../empty-index.js';
import { buffersOf, type Request } from './index-messages.js';
import type { IndexedTexts, SearchedPresentation } from './indexed-texts.js';

/** So far behind the thread that answers requests, where they share a core. */
const NICENESS = 5;
const NICEST = 19;
// Elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, NICEST));

const NOTHING: SearchedPresentation = { note: null, example_queries: [], aliases: [] };

const index = emptySearchIndex();

const take = ({ slots, toolIds, contracts, ends, presentations }: IndexedTexts): void => {
  const bytes = Buffer.from(contracts.buffer, contracts.byteOffset, contracts.byteLength);
  slots.forEach((slot, at) => {
    const text = bytes.toString('utf8', ends[at - 1] ?? 0, ends[at]);
    // It was read with care before it was stored; to find its words, what is quicker does as well.
    const contract = JSON.parse(text) as Contract;
    const presentation = presentations.get(at) ?? NOTHING;
    index.add(documentOf(toolIds[at] ?? '', contract, presentation), slot);
  });
};

parentPort?.on('message', (request: Request) => {
  if (request !== 'freeze') {
    take(request);
    parentPort?.postMessage(null);
    return;
  }
  const frozen = index.frozen();
  parentPort?.postMessage(frozen, buffersOf(frozen));
});
