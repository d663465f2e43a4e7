import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { Caller } from '../../auth/caller.js';
import { Log } from '../../config/log.js';
import { Meters } from '../../metrics/meters.js';
import { EventIds } from './event-ids.js';
import {
  sentEvent,
  type CutReason,
  type EventStream,
  type Feed,
  type SentEvent,
} from './event-stream.js';
import { EventsRepository, type LogPage, type LogPosition } from './events.repository.js';
import { StreamAccess } from './stream-access.js';

const POLL_MS = 200;
const HEARTBEAT_MS = 15_000;

/**
 * Reads the trail once for all streams of this replica. What was read is shown only to callers who
 * were judged after it was read: nobody is told of anything that happened after their key was revoked.
 */
@Injectable()
export class EventFeed implements Feed, OnModuleDestroy {
  private readonly streams = new Set<EventStream>();
  private position: LogPosition | undefined;
  private isRunning = false;
  private isStopping = false;
  private isFailing = false;

  constructor(
    private readonly events: EventsRepository,
    private readonly ids: EventIds,
    private readonly access: StreamAccess,
    private readonly meters: Meters,
    private readonly log: Log,
  ) {}

  /** How many streams of a key are open, or of all keys. */
  count(keyId?: string): number {
    if (keyId === undefined) return this.streams.size;
    return [...this.streams].filter(({ caller }) => caller.keyId === keyId).length;
  }

  attach(stream: EventStream): void {
    this.streams.add(stream);
    this.meters.eventStreams.at().add();
    if (this.isStopping) return stream.finish(null);
    void stream.catchUp();
    if (!this.isRunning) void this.run();
  }

  async read(position: LogPosition, caller: Caller): Promise<LogPage | CutReason> {
    const namespaces = namespacesFor(caller.grant, 'read');
    const page = await this.events.after(position, isEvery(namespaces) ? null : namespaces);
    const judged = await this.access.judge([caller]);
    if (judged.get(caller.keyId) !== true) return 'unauthenticated';
    return page.follows ? page : 'trail-changed';
  }

  join(stream: EventStream): boolean {
    this.position ??= stream.position;
    return stream.position.seq >= this.position.seq;
  }

  leave(stream: EventStream, reason: CutReason | null): void {
    if (!this.streams.delete(stream)) return;
    this.meters.eventStreams.at().add(-1);
    if (reason !== null) this.meters.eventStreamsCut.at(reason).add();
  }

  /** Clients are told by the end of the answer to come again, to another replica. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.finish(null);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    const heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
    heartbeat.unref();
    while (this.streams.size > 0) {
      const isBehind = await this.step().catch((error: unknown) => this.fail(error));
      if (!isBehind) await sleep(POLL_MS, undefined, { ref: false });
    }
    clearInterval(heartbeat);
    this.position = undefined;
    this.isRunning = false;
  }

  /** Whether there is more to read at once. */
  private async step(): Promise<boolean> {
    const codec = await this.ids.codec();
    const page = this.position && (await this.events.after(this.position, null));
    const sent = (page?.events ?? []).map((event) => sentEvent(event, codec));
    const judged = await this.access.judge([...this.streams].map(({ caller }) => caller));
    // From here on without a wait: nobody joins between the reading and the new position.
    for (const stream of this.streams) {
      const isAllowed = judged.get(stream.caller.keyId);
      if (isAllowed === false) stream.finish('unauthenticated');
      else if (page !== undefined) hand(stream, page, isAllowed === undefined ? null : sent);
    }
    if (page !== undefined) this.position = page.follows ? page.reached : undefined;
    this.isFailing = false;
    return sent.length > 0;
  }

  private beat(): void {
    for (const stream of this.streams) stream.beat();
  }

  private fail(error: unknown): false {
    if (!this.isFailing) this.log.warn({ reason: String(error) }, 'events could not be read');
    this.isFailing = true;
    return false;
  }
}

/** Who came after the others were judged is handed nothing, and reads by itself. */
const hand = (
  stream: EventStream,
  { follows, reached }: LogPage,
  sent: readonly SentEvent[] | null,
): void => {
  if (!follows) stream.finish('trail-changed');
  else if (!stream.isLive) return;
  else if (sent === null) stream.fallBehind();
  else stream.deliver(sent, reached);
};
