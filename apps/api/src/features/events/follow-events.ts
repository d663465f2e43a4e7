import { Injectable } from '@nestjs/common';
import { mayRead } from '#core/policy/grant.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Problem } from '../../http/problem.js';
import { EventFeed } from './event-feed.js';
import { EventIds, type IdCodec } from './event-ids.js';
import { EventStream } from './event-stream.js';
import { EventsRepository, type LogPosition } from './events.repository.js';
import { Outlet } from './outlet.js';

const STREAMS_OF_A_KEY = 10;
const STREAMS = 1_000;
const PATIENCE_MS = 15_000;
/** Not all at the same moment, where a replica stops. */
const RETRY_MS = { least: 500, spread: 1_500 } as const;

/** Opens the stream of what changes in the namespaces that the caller may read. */
@Injectable()
export class FollowEvents {
  constructor(
    private readonly feed: EventFeed,
    private readonly events: EventsRepository,
    private readonly ids: EventIds,
  ) {}

  /** From after `lastEventId` on; without one from now on. */
  async execute(lastEventId: string | undefined, { caller }: RequestContext): Promise<Outlet> {
    const codec = await this.ids.codec();
    const position = await this.positionOf(lastEventId, codec);

    this.requireRoom(caller.keyId);
    const outlet = new Outlet();
    const retry = RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread);
    outlet.write(`retry: ${retry}\nid: ${codec.ofPlace(position)}\n\n`);
    const admits = (namespace: string): boolean => mayRead(caller.grant, namespace);
    const settings = { codec, admits, patienceMs: PATIENCE_MS };
    this.feed.attach(new EventStream(caller, outlet, position, this.feed, settings));
    return outlet;
  }

  private async positionOf(id: string | undefined, codec: IdCodec): Promise<LogPosition> {
    if (id === undefined || id === '') return this.events.head();
    const position = codec.read(id);
    if (position === null) {
      throw new Problem('header-invalid', {
        detail: 'Last-Event-ID is no id of an event of this catalog.',
      });
    }
    const { follows } = await this.events.after(position, []);
    if (follows) return position;
    throw new Problem('events-gone', {
      detail: 'What came after this Last-Event-ID is no longer known one by one.',
    });
  }

  private requireRoom(keyId: string): void {
    if (this.feed.count(keyId) < STREAMS_OF_A_KEY && this.feed.count() < STREAMS) return;
    throw new Problem('too-many-streams', {
      detail: `A key may have ${STREAMS_OF_A_KEY} streams open here at a time, all keys together ${STREAMS}.`,
      headers: { 'retry-after': '5' },
    });
  }
}
