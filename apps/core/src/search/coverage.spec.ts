import { fullMask } from '../bits/mask.js';
import { Coverage } from './coverage.js';
import { SearchIndex } from './index.js';
import { readQuery } from './query.js';
import { document } from './sample-document.js';
import { VisibleTools } from './visible-tools.js';

/** The factors of tools with these names and descriptions. */
const factors = (query: string, tools: readonly (readonly [string, string])[]): number[] => {
  const index = new SearchIndex();
  tools.forEach(([name, description]) => index.add(document(name, description)));
  const visible = new VisibleTools(index, fullMask(index.size));
  const coverage = new Coverage(index, readQuery(query), visible);
  return tools.map((_, slot) => coverage.factor(slot));
};

describe('how a query and a tool account for each other', () => {
  it('is one for nothing in common, and rises with each part that is wholly accounted for', () => {
    const [nothing = 0, part = 0, name = 0, all = 0] = factors('invoice report', [
      ['weather', 'Rain.'],
      ['invoice_tax_audit', 'Taxes.'],
      ['invoice', 'Taxes.'],
      ['invoice_report', 'Report invoices.'],
    ]);
    expect(nothing).toBe(1);
    expect(part).toBeGreaterThan(nothing);
    expect(name).toBeGreaterThan(part);
    expect(all).toBeGreaterThan(name);
    expect(all).toBeCloseTo(1 + 0.5 + 0.3 + 0.5);
  });

  it('counts a rare word for more than a common one', () => {
    const [rare = 0, common = 0] = factors('zebra ticket', [
      ['zebra_x1', 'Stripes.'],
      ['ticket_x1', 'Numbers.'],
      ['ticket_x2', 'Numbers.'],
      ['ticket_x3', 'Numbers.'],
    ]);
    expect(rare).toBeGreaterThan(common);
  });

  it('takes no name into account for a query in Chinese', () => {
    const [named = 0, described = 0] = factors('GPS 位置', [
      ['gps', '其他。'],
      ['other', 'gps'],
    ]);
    expect(described).toBeGreaterThan(named);
  });
});
