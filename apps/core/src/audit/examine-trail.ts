import type { Checkpoint } from './checkpoint.js';
import type { ExportHeader } from './export-header.js';
import {
  afterUnfit,
  disputed,
  earlyAtEnd,
  repeated,
  unfitAtEnd,
  type Early,
  type TrailBreak,
} from './trail-break.js';
import { readLink, type Link, type LinkReading } from './verify-chain.js';

export type { TrailBreak } from './trail-break.js';

/** What an examined trail proves. */
export interface Proof {
  readonly first_seq: number;
  readonly seq: number;
  readonly head: string;
  readonly events: number;
  /** How many checkpoints agree, and the number of the last event that one of them vouches for. */
  readonly checkpoints: number;
  readonly vouched_to: number;
  /** What vouches for the beginning; `nothing` where events before it are neither here nor signed. */
  readonly begins: 'first-event' | 'checkpoint' | 'nothing';
}

export type TrailVerdict =
  | ({ readonly valid: true } & Proof)
  | { readonly valid: false; readonly events: number; readonly broken: TrailBreak };

/** An event whose hash is not the signed one, until what follows it is known. */
interface Disputed {
  readonly link: Link;
  readonly signed: Checkpoint;
}

/**
 * Examines an export line by line, in memory that does not grow with it. The chain alone shows every
 * change but two: history that was rewritten as a whole, and events that are gone from the end. Both
 * show against checkpoints that were kept elsewhere; their signatures are judged before.
 */
export class TrailExaminer {
  private last: Link | null = null;
  private expected: number;
  private prev: string | null;
  private events = 0;
  private found: TrailBreak | null = null;
  private unfit: Link | null = null;
  private early: Early | null = null;
  private disputed: Disputed | null = null;
  private readonly signed: readonly Checkpoint[];
  private readonly begins: Proof['begins'];
  private nextSigned = 0;
  private agreed = 0;
  private vouchedTo = 0;

  constructor(
    private readonly header: ExportHeader,
    checkpoints: readonly Checkpoint[],
  ) {
    this.signed = [...checkpoints].sort((one, other) => one.seq - other.seq);
    this.expected = header.first_seq;
    const before = this.signed.find(({ seq }) => seq === header.first_seq - 1);
    this.prev = header.first_seq <= 1 ? '' : (before?.head ?? null);
    this.begins =
      header.first_seq <= 1 ? 'first-event' : before === undefined ? 'nothing' : 'checkpoint';
  }

  /** The next line, without its end. */
  take(line: string): void {
    if (this.found !== null) return;
    const reading = readLink(line);
    if (this.early !== null) return noteLater(this.early, reading);
    if (this.unfit !== null) {
      this.found = afterUnfit(this.unfit, this.last, reading);
    } else if (this.disputed !== null) {
      const { link, signed } = this.disputed;
      this.found = disputed(link, signed, reading.ok ? reading.prev : null);
    } else if (!reading.ok) {
      this.found = { kind: 'altered', seq: this.expected, reason: reading.reason };
    } else {
      this.judge(reading);
    }
  }

  /** Call once the last line was taken. */
  conclude(): TrailVerdict {
    const broken = this.found ?? this.suspicion() ?? this.end();
    const { events, header, last } = this;
    if (broken !== null) return { valid: false, events, broken };
    return {
      valid: true,
      first_seq: header.first_seq,
      seq: last?.seq ?? header.seq,
      head: last?.hash ?? header.head,
      events,
      checkpoints: this.agreed,
      vouched_to: this.vouchedTo,
      begins: this.begins,
    };
  }

  private judge(link: Link): void {
    if (link.seq < this.expected) {
      this.found = repeated(link, this.last);
    } else if (link.seq > this.expected && this.header.namespaces === null) {
      this.early = { link, expected: this.expected, expectedCame: false, cameAgain: false };
    } else if (link.seq === this.expected && this.prev !== null && link.prev !== this.prev) {
      this.unfit = link;
    } else {
      this.accept(link);
    }
  }

  private accept(link: Link): void {
    this.last = link;
    this.expected = link.seq + 1;
    this.prev = link.hash;
    this.events += 1;
    for (;;) {
      const signed = this.signed[this.nextSigned];
      if (signed === undefined || signed.seq > link.seq) return;
      this.nextSigned += 1;
      // Of earlier numbers nothing is here: they are before the first, or of other namespaces.
      if (signed.seq < link.seq) continue;
      if (signed.head !== link.hash) {
        this.disputed = { link, signed };
        return;
      }
      this.agreed += 1;
      this.vouchedTo = link.seq;
    }
  }

  private suspicion(): TrailBreak | null {
    const { head } = this.header;
    if (this.early !== null) return earlyAtEnd(this.early);
    if (this.unfit !== null) return unfitAtEnd(this.unfit, this.last, head);
    if (this.disputed === null) return null;
    return disputed(this.disputed.link, this.disputed.signed, head);
  }

  private end(): TrailBreak | null {
    const { header, last, expected } = this;
    const reached = last?.seq ?? header.first_seq - 1;
    const beyond = this.signed.find(({ seq }) => seq > reached);
    if (reached < header.seq) {
      const reason = `the export says that it ends with event ${header.seq}`;
      return { kind: 'truncated', seq: expected, reason };
    }
    if (reached > header.seq) {
      const reason = `the export says that it ends with event ${header.seq}`;
      return { kind: 'inserted', seq: header.seq + 1, reason };
    }
    if (last !== null && last.hash !== header.head) {
      const reason = 'the export says that its last event has another hash';
      return { kind: 'altered', seq: last.seq, reason };
    }
    if (beyond === undefined || header.namespaces !== null) return null;
    const reason = `the trail had ${beyond.seq} events when it was signed at ${beyond.at}`;
    return { kind: 'truncated', seq: expected, reason };
  }
}

const noteLater = (early: Early, reading: LinkReading): void => {
  if (!reading.ok) return;
  if (reading.seq === early.expected) early.expectedCame = true;
  if (reading.seq === early.link.seq) early.cameAgain = true;
};
