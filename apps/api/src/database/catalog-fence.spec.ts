import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pino from 'pino';
import { readSettings } from '../config/env.js';
import { calmTurn } from '../event-loop/turns.js';
import { CatalogFence } from './catalog-fence.js';
import { ChangeFeed, type Revision } from './change-feed.js';

const SAME: Revision = { number: 1, token: 'a' };

/** The readings that were sent and wait for their answer, in order. */
let sent: ((revision: Revision) => void)[];
let fence: CatalogFence;
beforeEach(() => {
  sent = [];
  jest
    .spyOn(ChangeFeed.prototype, 'revision')
    .mockImplementation(() => new Promise((answer) => sent.push(answer)));
  fence = new CatalogFence('', readSettings({}), pino({ level: 'silent' }));
});
afterEach(() => jest.restoreAllMocks());

/** Far longer than anything takes that waits for nothing but the event loop. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
};

const passed: string[] = [];
const arrive = (name: string) => fence.pass().then(() => passed.push(name));

describe('the fence', () => {
  beforeEach(() => (passed.length = 0));

  it('shares one reading among all who came before it was sent', async () => {
    const all = [arrive('a'), arrive('b'), arrive('c')];
    await settled();
    expect(sent).toHaveLength(1);
    sent[0]?.(SAME);
    await Promise.all(all);
    expect(passed).toEqual(['a', 'b', 'c']);
  });

  it('lets nobody pass by a reading that was sent before they came', async () => {
    const first = arrive('first');
    await settled();
    const later = [arrive('later'), arrive('last')];
    await settled();
    sent[0]?.(SAME);
    await first;
    await settled();
    expect(passed).toEqual(['first']);
    expect(sent).toHaveLength(2);
    sent[1]?.(SAME);
    await Promise.all(later);
    expect(passed).toEqual(['first', 'later', 'last']);
  });

  it('sends for those who wait before it lets others go on', async () => {
    const first = arrive('first').then(() => expect(sent).toHaveLength(2));
    await settled();
    const later = arrive('later');
    sent[0]?.(SAME);
    await first;
    sent[1]?.(SAME);
    await later;
  });

  it('is more urgent than work that takes calm turns', async () => {
    const arrival = arrive('first');
    await settled();
    const work = calmTurn().then(() => passed.push('work'));
    await nextTurn();
    await nextTurn();
    sent[0]?.(SAME);
    await Promise.all([arrival, work]);
    expect(passed).toEqual(['first', 'work']);
  });

  it('says when the reading is sent that somebody waits for, and not before', async () => {
    const first = arrive('first');
    await settled();
    let isTold = false;
    const later = fence.pass(() => {
      isTold = true;
    });
    await settled();
    expect(isTold).toBe(false);
    sent[0]?.(SAME);
    await first;
    await settled();
    expect([isTold, sent.length]).toEqual([true, 2]);
    sent[1]?.(SAME);
    await later;
  });
});
