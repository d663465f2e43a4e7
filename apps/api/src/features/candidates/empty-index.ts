import { randomInt } from 'node:crypto';
import { noDocuments, SearchIndex } from '#core/search/index.js';

const SEEDS = 2 ** 32;

/** For texts that others have written: how long they are looked up is not theirs to say. */
export const emptySearchIndex = (): SearchIndex => new SearchIndex(noDocuments(randomInt(SEEDS)));
