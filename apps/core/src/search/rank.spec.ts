import fc from 'fast-check';
import { fullMask, maskOf, type Mask } from '../bits/mask.js';
import type { SearchDocument } from './document.js';
import { SearchIndex } from './index.js';
import { rank } from './rank.js';
import { document } from './sample-document.js';
import { VisibleTools } from './visible-tools.js';

const indexOf = (documents: readonly SearchDocument[]): SearchIndex => {
  const index = new SearchIndex();
  documents.forEach((entry) => index.add(entry));
  return index;
};

const found = (
  index: SearchIndex,
  query: string,
  { visible = fullMask(index.size), survivors = visible, topK = 20 } = {} as {
    visible?: Mask;
    survivors?: Mask;
    topK?: number;
  },
) => rank(index, { query, survivors, visible: new VisibleTools(index, visible), topK });

const idsFound = (...args: Parameters<typeof found>) =>
  found(...args).hits.map(({ tool_id }) => tool_id);

const TICKETS = [
  document('support.create_ticket', 'Open a support ticket for a broken device.'),
  document('support.close_ticket', 'Close a support ticket.'),
  document('billing.create_invoice', 'Write an invoice for an order.'),
  document('weather.forecast', 'The weather of the next days at a place.'),
];

describe('ranking', () => {
  it('puts the tool that says what is asked first and leaves out what matches nothing', () => {
    const { hits, matched } = found(indexOf(TICKETS), 'close the ticket');
    expect(hits.map(({ tool_id }) => tool_id)).toEqual([
      'support.close_ticket',
      'support.create_ticket',
    ]);
    expect(matched).toBe(2);
    expect(hits.every(({ score }) => score > 0)).toBe(true);
  });

  it('answers nothing to a query of stop words', () => {
    expect(found(indexOf(TICKETS), 'could you please')).toEqual({ hits: [], matched: 0 });
  });

  it('finds misspelt words as those that are meant, and says which', () => {
    const [hit] = found(indexOf(TICKETS), 'wether forcast').hits;
    expect(hit).toMatchObject({
      tool_id: 'weather.forecast',
      reasons: [
        { field: 'name', terms: ['weather', 'forecast'] },
        { field: 'description', terms: ['weather'] },
      ],
    });
  });

  it('finds what is spelt worse by its characters and says so', () => {
    const [hit] = found(indexOf(TICKETS), 'wthr forrcasst').hits;
    expect(hit).toMatchObject({
      tool_id: 'weather.forecast',
      reasons: [{ field: 'similar_spelling', terms: [] }],
    });
  });

  it('says which words it found in which fields', () => {
    const index = indexOf([
      document('a.lookup', 'Looks up orders.', {
        parameters: [{ name: 'order_number', description: 'As printed on the invoice.' }],
        aliases: ['find orders'],
      }),
    ]);
    expect(found(index, 'find invoices and orders').hits[0]?.reasons).toEqual([
      { field: 'description', terms: ['orders'] },
      { field: 'parameter_names', terms: ['orders'] },
      { field: 'parameter_descriptions', terms: ['invoices'] },
      { field: 'aliases', terms: ['find', 'orders'] },
    ]);
  });

  it('finds a tool by its example queries', () => {
    const taught = document('x.y', 'Does it.', { example_queries: ['my router is broken'] });
    expect(idsFound(indexOf([...TICKETS, taught]), 'router')).toEqual(['x.y']);
  });

  it('prefers the tool whose whole name is asked for', () => {
    const index = indexOf([
      document('weekly_ticket_export', 'Ticket tables.'),
      document('ticket', 'Reports.'),
    ]);
    expect(idsFound(index, 'ticket')).toEqual(['ticket', 'weekly_ticket_export']);
  });

  it('knows two words in a row by an identifier that writes them together', () => {
    const index = indexOf([
      document('cycling', 'The power of a cyclist and the output of a race.'),
      document('getPowerOutput', 'Measures a ride.'),
      document('github', 'Repositories.'),
    ]);
    expect(idsFound(index, 'power output')[0]).toBe('getPowerOutput');
    expect(found(index, 'a git hub of ours').hits[0]).toMatchObject({
      tool_id: 'github',
      reasons: [{ field: 'name', terms: ['git hub'] }],
    });
  });

  it('weighs a rare word above a common one', () => {
    const common = [1, 2, 3, 4, 5].map((at) => document(`ticket_${at}`, 'Ticket.'));
    const index = indexOf([...common, document('misc', 'Counts zebras and other animals.')]);
    expect(idsFound(index, 'ticket zebra', { topK: 1 })).toEqual(['misc']);
  });

  it('orders equal scores by tool_id, whatever the slots', () => {
    const same = ['c.x', 'a.x', 'b.x'].map((id) => document(id, 'Same words.'));
    expect(idsFound(indexOf(same), 'same words')).toEqual(['a.x', 'b.x', 'c.x']);
    expect(idsFound(indexOf(same.toReversed()), 'same words', { topK: 2 })).toEqual(['a.x', 'b.x']);
  });

  it('counts what matched beyond the cut', () => {
    const { hits, matched } = found(indexOf(TICKETS), 'ticket', { topK: 1 });
    expect([hits.length, matched]).toEqual([1, 2]);
  });

  it('gives a long query an answer', () => {
    const query = `${'lorem ipsum '.repeat(50_000)} ticket`;
    expect(found(indexOf(TICKETS), `ticket ${query}`).matched).toBe(2);
  });

  it('adds a further channel to its own', () => {
    const index = indexOf(TICKETS);
    const scores = new Float32Array(index.size);
    scores[3] = 0.4;
    const survivors = fullMask(index.size);
    const { hits } = rank(index, {
      query: 'ticket',
      survivors,
      visible: new VisibleTools(index, survivors),
      topK: 3,
      channels: [{ scores, weight: 10 }],
    });
    expect(hits[0]).toMatchObject({
      tool_id: 'weather.forecast',
      reasons: [{ field: 'similar_meaning', terms: [] }],
    });
  });
});

const WORDS = ['ticket', 'invoice', 'weather', 'close', 'create', 'report', '工单', '创建', 'ordr'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const documents = fc
  .array(fc.record({ name: text, description: text, example: text, hidden: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) =>
    list.map(({ name, description, example, hidden }, at) => ({
      hidden,
      document: document(`${name.replaceAll(' ', '_')}_${at}`, description, {
        example_queries: [example],
      }),
    })),
  );

describe('what a score tells of other tools', () => {
  it('is nothing of those that the grant does not show: it is the score without them', () => {
    fc.assert(
      fc.property(documents, text, (list, query) => {
        const whole = indexOf(list.map((entry) => entry.document));
        const shown = list.flatMap(({ hidden }, slot) => (hidden ? [] : [slot]));
        const alone = indexOf(list.filter(({ hidden }) => !hidden).map((entry) => entry.document));
        const visible = maskOf(shown, whole.size);
        const masked = found(whole, query, { visible });
        const expected = found(alone, query);
        expect(masked.matched).toBe(expected.matched);
        expect(masked.hits.map((hit) => ({ ...hit, slot: 0 }))).toEqual(
          expected.hits.map((hit) => ({ ...hit, slot: 0 })),
        );
      }),
    );
  });

  it('answers survivors only, and ranks them alike however few they are', () => {
    fc.assert(
      fc.property(documents, text, (list, query) => {
        const index = indexOf(list.map((entry) => entry.document));
        const survivors = maskOf(
          list.flatMap(({ hidden }, slot) => (hidden ? [] : [slot])),
          index.size,
        );
        const { hits } = found(index, query, { visible: fullMask(index.size), survivors });
        expect(hits.every(({ slot }) => list[slot]?.hidden === false)).toBe(true);
      }),
    );
  });
});

describe('an index that changes', () => {
  it('answers as one that was built anew', () => {
    fc.assert(
      fc.property(documents, text, (list, query) => {
        const changed = new SearchIndex();
        for (const entry of list) {
          const slot = changed.add(document('old_ticket', 'weather report'));
          changed.add(entry.document);
          changed.remove(slot);
        }
        const fresh = indexOf(list.map((entry) => entry.document));
        expect(changed.liveSize).toBe(fresh.size);
        const scores = (index: SearchIndex) =>
          found(index, query).hits.map(({ tool_id, score }) => [tool_id, score]);
        expect(scores(changed)).toEqual(scores(fresh));
      }),
    );
  });

  it('takes the slots of its owner, but none twice', () => {
    const index = new SearchIndex();
    expect(index.add(document('a.b', 'ticket'), 7)).toBe(7);
    expect([index.size, index.liveSize]).toEqual([8, 1]);
    expect(() => index.add(document('a.c', 'ticket'), 7)).toThrow(RangeError);
    expect(found(index, 'ticket').hits.map(({ slot }) => slot)).toEqual([7]);
    index.remove(7);
    index.remove(7);
    expect(index.liveSize).toBe(0);
  });
});
