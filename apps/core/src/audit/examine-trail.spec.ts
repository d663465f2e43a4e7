import { canonicalJson } from '../json/canonical.js';
import { sha256Hex } from '../json/digest.js';
import type { Checkpoint } from './checkpoint.js';
import { TrailExaminer, type TrailVerdict } from './examine-trail.js';
import { headerLine, readHeader, type ExportHeader } from './export-header.js';

const hashOf = (line: string): string => `sha256:${sha256Hex(line)}`;

/** Events from `first` on that fit each other. */
const chain = (count: number, first = 1, prev = '', action = 'a'): string[] => {
  const lines: string[] = [];
  let before = prev;
  for (let seq = first; seq < first + count; seq += 1) {
    const line = canonicalJson({ action, prev: before, seq });
    lines.push(line);
    before = hashOf(line);
  }
  return lines;
};

const TRAIL = chain(6);

const headerOf = (lines: readonly string[], more: Partial<ExportHeader> = {}): ExportHeader => ({
  first_seq: 1,
  seq: lines.length,
  head: hashOf(lines.at(-1) ?? ''),
  namespaces: null,
  starts_from: null,
  checkpoint: null,
  ...more,
});

const signed = (lines: readonly string[], seq: number): Checkpoint => ({
  seq,
  head: hashOf(lines[seq - 1] ?? ''),
  events: seq,
  at: '2026-11-30T12:00:00.000Z',
  key_id: 'k',
});

const examine = (
  lines: readonly string[],
  header: ExportHeader,
  checkpoints: readonly Checkpoint[] = [],
): TrailVerdict => {
  const examiner = new TrailExaminer(header, checkpoints);
  for (const line of lines) examiner.take(line);
  return examiner.conclude();
};

const altered = (seq: number, from = TRAIL): string[] =>
  from.map((line, at) => (at === seq - 1 ? line.replace('"a"', '"b"') : line));

const at = (seq: number): string => TRAIL[seq - 1] ?? '';

describe('a whole trail', () => {
  it('is proved from its first event to its last', () => {
    expect(examine(TRAIL, headerOf(TRAIL), [signed(TRAIL, 2), signed(TRAIL, 6)])).toEqual({
      valid: true,
      first_seq: 1,
      seq: 6,
      head: hashOf(at(6)),
      events: 6,
      checkpoints: 2,
      vouched_to: 6,
      begins: 'first-event',
    });
  });

  it('may be empty', () => {
    const header = headerOf([], { seq: 0, head: '' });
    expect(examine([], header)).toMatchObject({ valid: true, events: 0, seq: 0, head: '' });
  });
});

describe('a trail that begins later', () => {
  const rest = TRAIL.slice(3);
  const header = headerOf(TRAIL, { first_seq: 4 });

  it('is vouched for by the checkpoint right before it', () => {
    const verdict = examine(rest, header, [signed(TRAIL, 3)]);
    expect(verdict).toMatchObject({ valid: true, begins: 'checkpoint', events: 3 });
  });

  it('says that nothing vouches for its beginning where nothing does', () => {
    expect(examine(rest, header)).toMatchObject({ valid: true, begins: 'nothing' });
  });

  it('does not go on from another history than was signed', () => {
    const other = { ...signed(TRAIL, 3), head: hashOf('other') };
    expect(examine(rest, header, [other])).toMatchObject({
      valid: false,
      broken: { kind: 'altered', seq: 4 },
    });
  });
});

describe('a broken trail', () => {
  const swapped = [at(1), at(3), at(2), at(4), at(5), at(6)];
  const second = canonicalJson({ action: 'b', prev: hashOf(at(2)), seq: 3 });
  const stranger = canonicalJson({ action: 'b', prev: 'sha256:0', seq: 3 });

  it.each<[string, readonly string[], string, number]>([
    ['a changed event', altered(3), 'altered', 3],
    ['a changed first event', altered(1), 'altered', 1],
    ['a changed last event', altered(6), 'altered', 6],
    ['a changed event before the last', altered(5), 'altered', 5],
    ['another predecessor', replaced(3, stranger), 'altered', 3],
    ['no JSON', replaced(3, 'x'), 'altered', 3],
    ['another spelling', replaced(3, ` ${at(3)}`), 'altered', 3],
    ['a missing event', TRAIL.filter((_, place) => place !== 2), 'missing', 3],
    ['a missing first event', TRAIL.slice(1), 'missing', 1],
    ['a missing range', [at(1), at(5), at(6)], 'missing', 2],
    ['a stranger before the true one', inserted(2, stranger), 'inserted', 3],
    ['the same event twice', inserted(3, at(3)), 'inserted', 3],
    ['an older event again', inserted(4, at(2)), 'inserted', 2],
    ['a second event of one number', inserted(3, second), 'forked', 3],
    ['two events in each other’s place', swapped, 'reordered', 2],
    ['an event far too early', inserted(1, at(5)), 'inserted', 5],
    ['a cut end', TRAIL.slice(0, 4), 'truncated', 5],
    ['events beyond its end', [...TRAIL, ...chain(1, 7, hashOf(at(6)))], 'inserted', 7],
  ])('%s is found, and named', (_, lines, kind, seq) => {
    expect(examine(lines, headerOf(TRAIL))).toMatchObject({
      valid: false,
      broken: { kind, seq },
    });
  });

  function replaced(seq: number, line: string): string[] {
    return TRAIL.map((each, place) => (place === seq - 1 ? line : each));
  }

  function inserted(after: number, line: string): string[] {
    return [...TRAIL.slice(0, after), line, ...TRAIL.slice(after)];
  }
});

describe('a trail against kept checkpoints', () => {
  const rewritten = [...TRAIL.slice(0, 2), ...chain(4, 3, hashOf(at(2)), 'b')];

  it('that was rewritten as a whole is a fork, though it fits itself', () => {
    expect(examine(rewritten, headerOf(rewritten))).toMatchObject({ valid: true });
    const checkpoints = [signed(TRAIL, 2), signed(TRAIL, 5)];
    expect(examine(rewritten, headerOf(rewritten), checkpoints)).toMatchObject({
      valid: false,
      broken: { kind: 'forked', seq: 5 },
    });
  });

  it('whose end is gone is truncated, though it fits itself', () => {
    const shorter = TRAIL.slice(0, 4);
    expect(examine(shorter, headerOf(shorter))).toMatchObject({ valid: true });
    expect(examine(shorter, headerOf(shorter), [signed(TRAIL, 6)])).toMatchObject({
      valid: false,
      broken: { kind: 'truncated', seq: 5 },
    });
  });

  it('names the one event that was changed, and not a fork', () => {
    const lines = altered(5);
    expect(examine(lines, headerOf(TRAIL), [signed(TRAIL, 5)])).toMatchObject({
      broken: { kind: 'altered', seq: 5 },
    });
  });
});

describe('an export of some namespaces', () => {
  const lines = [at(1), at(2), at(5)];
  const header = headerOf(lines, { seq: 5, namespaces: ['support'] });

  it('may have gaps, and is held to what is there', () => {
    expect(examine(lines, header, [signed(TRAIL, 5)])).toMatchObject({ valid: true, events: 3 });
    expect(examine(lines, header, [signed(TRAIL, 6)])).toMatchObject({ valid: true });
    expect(examine([...lines].reverse(), header)).toMatchObject({ broken: { kind: 'inserted' } });
    expect(examine(lines.slice(0, 2), header)).toMatchObject({ broken: { kind: 'truncated' } });
    const changed = [at(1).replace('"a"', '"b"'), at(2), at(5)];
    expect(examine(changed, header)).toMatchObject({ broken: { kind: 'altered' } });
  });
});

describe('the first line of an export', () => {
  it('is read as it was written, and nothing else is', () => {
    const header = headerOf(TRAIL, { namespaces: ['crm'], checkpoint: 'a.b.c' });
    expect(readHeader(headerLine(header))).toEqual(header);
    expect(readHeader(at(1))).toBeNull();
    expect(readHeader(headerLine(header).replace('"seq":6', '"seq":6.5'))).toBeNull();
    expect(readHeader(headerLine(header).replace('"schema":1', '"schema":2'))).toBeNull();
  });
});
