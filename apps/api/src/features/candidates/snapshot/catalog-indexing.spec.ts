import { pino } from 'pino';
import { fullMask } from '#core/bits/mask.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { Grant } from '#core/policy/grant.js';
import { startsNicer, tellsNiceness } from '../../../../../../test/support/niceness.js';
import { versionOf } from '../../../database/records.js';
import { CatalogIndexing } from './catalog-indexing.js';
import { IndexThread } from './index-thread.js';
import { LoadedCatalog } from './loaded-catalog.js';
import type { LoadedTool } from './loaded-tool.js';
import { LoadedVersion, textsOfVersion } from './loaded-version.js';

const MANY = 2_100;
const QUERIES = ['close a ticket', 'invoices of größe 7', '工单', 'ordr 1999', 'broken router'];

const tool = (at: number, words = 'close an order'): LoadedTool => ({
  tool_id: `support.tool_${at}`,
  suspended: false,
  policy: {
    risk_level: 'L0',
    requires_approval: false,
    allowed_roles: ['*'],
    allowed_tenants: ['*'],
    task_types: ['*'],
  },
  presentation_version: 1,
  note: at % 7 === 0 ? 'For broken routers.' : null,
  example_queries: at % 5 === 0 ? ['my ticket 工单'] : [],
  aliases: [],
  versions: [versionAt(at, words)],
});

const versionAt = (at: number, words: string, stored?: string): LoadedVersion => {
  const facts = {
    version: versionOf({ version: '1.0.0' }),
    state: 'enabled',
    rollout: { percent: 100, salt: '' },
    deprecation_reason: null,
    sunset_at: null,
    successor: null,
  } as const;
  const contract = {
    description: `To ${words} of größe ${at % 9}, be it invoice ${at} or another one.`,
    input_schema: { type: 'object', properties: { order: { type: 'string' } } },
  };
  return new LoadedVersion(
    at,
    facts,
    textsOfVersion(`sha256:${words}${at}`, stored ?? JSON.stringify(contract)),
    0,
  );
};

const catalogOf = (count: number): LoadedCatalog => {
  const catalog = new LoadedCatalog();
  for (let at = 0; at < count; at += 1) catalog.put(tool(at));
  return catalog;
};

const GRANT: Grant = { permissions: ['candidates'], tenants: ['*'], roles: ['*'] };

/** What it answers, but for the slots, digit by digit. */
const answers = (catalog: LoadedCatalog): unknown =>
  QUERIES.map((query) => {
    const request = { query, tenant: 'acme', top_k: 20, pins: new Map() };
    const asked = request as unknown as AskedRequest & { query: string };
    const survivors = fullMask(catalog.snapshot.offers.length);
    const ranking = catalog.rank(asked, GRANT, { survivors, channels: [] });
    expect(ranking.matched).toBeGreaterThan(0);
    return { ...ranking, hits: ranking.hits.map((hit) => ({ ...hit, slot: 0 })) };
  });

/** Changes of a catalog, as they come while its index is made. */
const change = (catalog: LoadedCatalog): void => {
  catalog.put(tool(17, 'close a ticket'));
  catalog.remove('support.tool_1999');
  catalog.put(tool(MANY + 3, 'close a ticket'));
  catalog.indexSome();
};

const log = pino({ level: 'silent' });
const always = (): boolean => true;

/** A thread that ends, but whose end is never told. */
const thatNeverEnds = (): IndexThread => {
  const thread = new IndexThread();
  const end = thread.end.bind(thread);
  thread.end = async () => {
    await end();
    await new Promise(() => undefined);
  };
  return thread;
};

/** One that no thread ever indexed. */
const indexedHere = (catalog: LoadedCatalog): LoadedCatalog => {
  while (!catalog.isIndexed) catalog.indexSome();
  return catalog;
};

describe('the index of a large catalog', () => {
  it('that a thread makes is the one that would be made here, whatever changes meanwhile', async () => {
    const catalog = catalogOf(MANY);
    const indexing = new CatalogIndexing(log);
    const complete = indexing.complete(catalog, always);
    change(catalog);
    // The thread does it, however often it is asked for here.
    for (let turn = 0; turn < 100; turn += 1) catalog.indexSome();
    expect(catalog.isIndexed).toBe(false);
    await complete;
    expect([catalog.isIndexed, catalog.isWorthAThread]).toEqual([true, false]);
    const expected = catalogOf(MANY);
    change(expected);
    expect(answers(catalog)).toEqual(answers(indexedHere(expected)));
    change(catalog);
    expect(answers(catalog)).toEqual(answers(expected));
  });

  it('that is small answers as before once it has settled, and when more comes', async () => {
    const catalog = catalogOf(100);
    await new CatalogIndexing(log).complete(catalog, always);
    const expected = indexedHere(catalogOf(100));
    expect(answers(catalog)).toEqual(answers(expected));
    for (const one of [catalog, expected]) change(one);
    expect(answers(catalog)).toEqual(answers(expected));
    catalog.settle();
    expect(answers(catalog)).toEqual(answers(expected));
  });

  it('is made here where the thread is lost', async () => {
    const catalog = catalogOf(MANY);
    const entry = new URL('data:text/javascript,process.exit(1)');
    await new CatalogIndexing(log, () => new IndexThread(entry)).complete(catalog, always);
    expect(catalog.isIndexed).toBe(true);
    expect(answers(catalog)).toEqual(answers(indexedHere(catalogOf(MANY))));
  });

  it.each([
    [
      'before it is served',
      (indexing: CatalogIndexing, catalog: LoadedCatalog) => indexing.complete(catalog, always),
    ],
    [
      'while it is served',
      async (indexing: CatalogIndexing, catalog: LoadedCatalog) => {
        const ready = new Promise<void>((resolve) =>
          indexing.completeInBackground(() => catalog, resolve),
        );
        await ready;
      },
    ],
  ])('is made here where no thread can be had, %s', async (_, make) => {
    const catalog = catalogOf(MANY);
    let asked = 0;
    const indexing = new CatalogIndexing(log, () => {
      asked += 1;
      throw new Error('no more threads');
    });
    await make(indexing, catalog);
    expect([catalog.isIndexed, asked]).toEqual([true, 1]);
  });

  it('that no thread can make anew stays as it is', async () => {
    const catalog = indexedHere(catalogOf(MANY));
    const indexing = new CatalogIndexing(log, () => {
      throw new Error('no more threads');
    });
    indexing.completeInBackground(
      () => catalog,
      () => undefined,
    );
    await new Promise(setImmediate);
    expect(answers(catalog)).toEqual(answers(indexedHere(catalogOf(MANY))));
  });

  it('is made once what cannot be read is gone', async () => {
    const catalog = catalogOf(2);
    catalog.put({ ...tool(2), versions: [versionAt(2, 'no', 'no JSON')] });
    const indexing = new CatalogIndexing(log);
    const complete = async (): Promise<boolean> => {
      indexing.completeInBackground(
        () => catalog,
        () => undefined,
      );
      await indexing.done();
      return catalog.isIndexed;
    };
    expect(await complete()).toBe(false);
    catalog.put(tool(2));
    expect(await complete()).toBe(true);
  });

  it('that grew with many changes is made anew, and has what came meanwhile', async () => {
    const catalog = indexedHere(catalogOf(MANY));
    let changed = (): void => undefined;
    const renewed = new Promise<void>((resolve) => (changed = resolve));
    const indexing = new CatalogIndexing(log, thatNeverEnds);
    indexing.completeInBackground(() => catalog, changed);
    change(catalog);
    // Here, however many slices it takes: what is renewed is served all the while.
    for (let slice = 0; slice < 100; slice += 1) catalog.indexSome();
    expect(catalog.isIndexed).toBe(true);
    await renewed;
    expect([catalog.isIndexed, catalog.isWorthAThread]).toEqual([true, false]);
    const expected = catalogOf(MANY);
    change(expected);
    expect(answers(catalog)).toEqual(answers(indexedHere(expected)));
  });

  it('takes a few texts in here, though it has grown so much that a thread is to renew it', async () => {
    const catalog = indexedHere(catalogOf(MANY));
    let threads = 0;
    const indexing = new CatalogIndexing(log, () => {
      threads += 1;
      return new IndexThread();
    });
    catalog.put(tool(MANY));
    await indexing.complete(catalog, always);
    expect([catalog.isIndexed, catalog.isWorthAThread, threads]).toEqual([true, true, 0]);
  });

  it('is for nobody once the application ends', async () => {
    let threads = 0;
    const indexing = new CatalogIndexing(log, () => {
      threads += 1;
      return new IndexThread();
    });
    let isWanted = true;
    const complete = indexing.complete(catalogOf(MANY), () => isWanted);
    isWanted = false;
    await indexing.end();
    await expect(complete).resolves.toBeUndefined();
    await indexing.complete(catalogOf(MANY), () => isWanted);
    expect(threads).toBe(1);
  });

  (tellsNiceness ? it : it.skip)(
    'is made by a thread that lets the one that answers go first (skipped unless on Linux)',
    async () => {
      let end = async (): Promise<void> => undefined;
      const started = startsNicer(5, async () => {
        const thread = new IndexThread();
        end = () => thread.end();
        await thread.freeze();
      });
      expect(await started).toBe(true);
      await end();
    },
  );
});
