import type { State } from '#core/lifecycle/state.js';
import type { BinaryRow } from '../../../database/binary-row.js';
import { parseTimestamp } from '../../../database/postgres-text.js';
import type { VersionFacts } from './loaded-version.js';
import { readName } from './name-lists.js';
import type { KnownFacts } from './version-facts.js';

/** From when a version is sunset to its successor. */
const FACT_FIELDS = 7;
const NO_BYTES = Buffer.alloc(0);

/** Reads the facts of a version; of most they are those of the version before, byte by byte. */
export class FactsInRows {
  private last: VersionFacts | undefined;
  private bytes: Buffer = NO_BYTES;
  private start = 0;
  private end = 0;

  constructor(private readonly known: KnownFacts) {}

  in(row: BinaryRow): VersionFacts {
    const { bytes, position: start } = row;
    const { position: end } = row.skip(FACT_FIELDS);
    if (this.last !== undefined && this.areLast(bytes, start, end)) return this.last;
    this.last = this.read(row.from(bytes, start));
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    return this.last;
  }

  private areLast(bytes: Buffer, start: number, end: number): boolean {
    if (end - start !== this.end - this.start) return false;
    const moved = this.start - start;
    for (let at = start; at < end; at += 1) {
      if (bytes[at] !== this.bytes[at + moved]) return false;
    }
    return true;
  }

  private read(row: BinaryRow): VersionFacts {
    return this.known.of({
      sunset_at: timeOf(row.textOrNull()),
      version: readName(row.place()),
      state: stateOf(readName(row.place())),
      rollout_percent: row.integer(),
      rollout_salt: row.text(),
      deprecation_reason: row.textOrNull(),
      successor: row.textOrNull(),
    });
  }
}

const timeOf = (text: string | null): Date | null => (text === null ? null : parseTimestamp(text));

/** No other is asked for. */
const stateOf = (text: string): State => (text === 'enabled' ? 'enabled' : 'deprecated');
