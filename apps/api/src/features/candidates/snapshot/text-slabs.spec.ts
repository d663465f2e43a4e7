import { placedAlone, TextSlabs, type PlacedTexts } from './text-slabs.js';

const textsOf = ({ slab, start, middle, next, end }: PlacedTexts) => [
  slab.toString('utf8', start, middle),
  slab.toString('utf8', next, end),
];

describe('texts in slabs', () => {
  it('gives back each text byte by byte, be it larger than a slab', () => {
    const slabs = new TextSlabs();
    const pairs = ['ä', 'x'.repeat(700_000), 'y'.repeat(3_000_000), '漢字', ''].map(
      (text, at): [string, string] => [`sha256:${at}`, `{"description":"${text}"}`],
    );
    const placed = pairs.map(([digest, contract]) => {
      const bytes = Buffer.from(`${digest}....${contract}`);
      const split = Buffer.byteLength(digest);
      const place = slabs.put(
        { bytes, start: 0, end: split },
        { bytes, start: split + 4, end: bytes.length },
      );
      // The row is gone as soon as the next one is read.
      bytes.fill(0);
      return place;
    });
    expect(placed.map(textsOf)).toEqual(pairs);
  });

  it('places the texts of a single version alike', () => {
    expect(textsOf(placedAlone('größe', '{"a":"ß"}'))).toEqual(['größe', '{"a":"ß"}']);
  });
});
