import { Injectable } from '@nestjs/common';
import { headerLine, type ExportHeader } from '#core/audit/export-header.js';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import { keepSight } from '../../database/sight.js';
import { readTimestamp } from '../../http/timestamp.js';
import type { ExportQuery } from './audit.bodies.js';
import { AuditRepository, type EventRange, type StoredEvent } from './audit.repository.js';
import { CheckpointsRepository } from './checkpoints.repository.js';

const BATCH = 500;

/** Checkpoints count what happened in any namespace. */
const NOT_SIGNED = { starts_from: null, checkpoint: null };

/**
 * The trail as JSON Lines: first what the export is, then the text of each event, byte for byte as
 * its hash was taken over. It ends where the trail ended when this began; a batch is read when the
 * one before it is gone.
 */
@Injectable()
export class ExportEvents {
  constructor(
    private readonly events: AuditRepository,
    private readonly checkpoints: CheckpointsRepository,
  ) {}

  async execute(query: ExportQuery, { caller }: RequestContext): Promise<AsyncIterable<string>> {
    const granted = namespacesFor(caller.grant, 'audit');
    const namespaces = isEvery(granted) ? null : granted;
    const range = { ...(await this.rangeOf(query)), namespaces };
    const header = await this.headerOf(range);
    // The reader asks for the lines, at some later time.
    const theirs = keepSight();
    return this.lines(header, (after) => theirs(() => this.events.inRange(range, after, BATCH)));
  }

  /** Without gaps: between the first and the last event that were asked for lies the whole trail. */
  private async rangeOf(query: ExportQuery): Promise<Omit<EventRange, 'namespaces'>> {
    const { after_seq: after = 0, since, until } = query;
    const head = await this.events.head();
    const first = later(await this.beginning(), BigInt(after) + 1n);
    return {
      first: since === undefined ? first : later(first, await this.firstSince(since, head.seq)),
      last: until === undefined ? head.seq : await this.lastBefore(until),
    };
  }

  /** The first event that is there, where a checkpoint stands for those before it; else they are missing. */
  private async beginning(): Promise<bigint> {
    const stored = (await this.events.firstSeq()) ?? 1n;
    return (await this.checkpoints.ofEvent(stored - 1n)) === null ? 1n : stored;
  }

  private async firstSince(since: string, head: bigint): Promise<bigint> {
    const first = await this.events.firstSince(readTimestamp(since, '/since', 'query-invalid'));
    return first ?? head + 1n;
  }

  private async lastBefore(until: string): Promise<bigint> {
    return (await this.events.lastBefore(readTimestamp(until, '/until', 'query-invalid'))) ?? 0n;
  }

  private async headerOf(range: EventRange): Promise<ExportHeader> {
    const { first, last, namespaces } = range;
    const end = await this.events.lastOf(range);
    // In a whole trail a last event that is gone is to be missed, and not the one before taken for it.
    const seq = namespaces === null ? last : (end?.seq ?? 0n);
    return {
      first_seq: Number(first),
      seq: Number(later(first - 1n, seq)),
      head: end?.hash ?? '',
      namespaces,
      ...(namespaces === null ? await this.signed(range) : NOT_SIGNED),
    };
  }

  private async signed({ first, last }: EventRange) {
    const [before, latest] = await Promise.all([
      this.checkpoints.ofEvent(first - 1n),
      this.checkpoints.latest(last),
    ]);
    const isWithin = latest !== null && latest.seq >= first;
    return {
      starts_from: before?.checkpoint ?? null,
      checkpoint: isWithin ? latest.checkpoint : null,
    };
  }

  private async *lines(
    header: ExportHeader,
    read: (after: bigint) => Promise<readonly StoredEvent[]>,
  ): AsyncGenerator<string> {
    yield `${headerLine(header)}\n`;
    let after = BigInt(header.first_seq) - 1n;
    for (;;) {
      const batch = await read(after);
      const last = batch.at(-1);
      if (last === undefined) return;
      yield batch.map(({ event }) => `${event}\n`).join('');
      if (batch.length < BATCH) return;
      after = last.seq;
    }
  }
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);
