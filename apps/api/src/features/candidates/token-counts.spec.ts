import type { Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import pino from 'pino';
import { startsNicer, tellsNiceness } from '../../../../../test/support/niceness.js';
import { WORKER_SETTINGS } from '../../comparison/worker-settings.js';
import { fragmentOf } from './fragment.js';
import { TokenCounts } from './token-counts.js';

const settings = { ...WORKER_SETTINGS, niceness: 0 };
const EVERYTHING = 1_000_000;
const entriesOf = (texts: readonly string[]) =>
  texts.map((description) => ({ fragment: fragmentOf({ description }) }));
const TEXTS = ['one', 'two words', 'three plain words', 'größe 漢字 👩‍🚀', 'x '.repeat(40_000)];

let counts: TokenCounts;
beforeAll(() => (counts = new TokenCounts(settings, pino({ level: 'silent' }))));
afterAll(() => counts.onApplicationShutdown());

const needed = async (texts: readonly string[], more: readonly string[] = []): Promise<number> =>
  (await counts.fitting(entriesOf(texts), more, EVERYTHING)).tokens;

const pool = (): Piscina => Reflect.get(counts, 'pool') as Piscina; // known to nobody else

/** The thread that counts. */
const thread = (): Worker => {
  const [worker] = pool().threads;
  if (worker === undefined) throw new Error('there is no thread');
  return worker;
};

describe('the tokens of tools', () => {
  it('are told for as many as fit, from the first on, be they known or counted now', async () => {
    const whole = await needed(TEXTS);
    const each = await Promise.all(TEXTS.map((text) => needed([text])));
    expect(new Set(each).size).toBe(TEXTS.length);
    expect(each.reduce((sum, tokens) => sum + tokens, 0)).toBe(whole);
    // Half of them are known, of the others nothing is.
    const texts = TEXTS.flatMap((text) => [text, `${text} `]);
    let sum = 0;
    for (const [at, text] of texts.entries()) {
      const [before, tokens] = [sum, await needed([text])];
      sum += tokens;
      const entries = entriesOf([...texts.slice(0, at + 1), `not asked for before: ${at}`]);
      expect(await counts.fitting(entries, [], sum)).toEqual({ count: at + 1, tokens: sum });
      const less = await counts.fitting(entries, [], sum - 1);
      expect(less).toEqual({ count: at, tokens: before });
    }
  });

  it('count what one answer adds beside what is remembered', async () => {
    const alone = await needed(TEXTS.slice(0, 2));
    const added = await needed(TEXTS.slice(0, 2), ['', ',"score":1']);
    expect(added).toBeGreaterThan(alone);
    expect(await needed(TEXTS.slice(0, 2))).toBe(alone);
  });

  it('are counted by the next thread where one is lost, before or in the middle', async () => {
    const expected = await needed(['a b c']);
    await thread().terminate();
    expect(await needed(['d e f'])).toBe(expected);
    const counting = needed(['g h i', 'x y '.repeat(60_000)]);
    await thread().terminate();
    expect(await counting).toBeGreaterThan(60_000);
    expect(await needed(['j k l'])).toBe(expected);
  });

  it('are counted by another pool where no thread of this one becomes ready', async () => {
    const useless = pool();
    const counting = needed(['m n o', 'z '.repeat(60_000)]);
    useless.emit('error', new Error('no tables'));
    expect(await counting).toBeGreaterThan(60_000);
    expect(pool()).not.toBe(useless);
  });

  (tellsNiceness ? it : it.skip)(
    'are counted where that keeps no request from the processor (skipped unless on Linux)',
    async () => {
      const nice = new TokenCounts(WORKER_SETTINGS, pino({ level: 'silent' }));
      const counting = () => nice.fitting(entriesOf(['one']), [], EVERYTHING);
      expect(await startsNicer(10, counting)).toBe(true);
      await nice.onApplicationShutdown();
    },
  );
});
