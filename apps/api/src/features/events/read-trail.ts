import { Injectable } from '@nestjs/common';
import { EventsRepository, type LogPage, type LogPosition } from './events.repository.js';

export type { LoggedEvent, LogPage, LogPosition } from './events.repository.js';

/** The trail as an outbox, for whoever else tells of it. */
@Injectable()
export class ReadTrail {
  constructor(private readonly events: EventsRepository) {}

  head(): Promise<LogPosition> {
    return this.events.head();
  }

  /** At most a page of what comes after a position, for these namespaces; `["*"]` is all. */
  after(position: LogPosition, namespaces: readonly string[]): Promise<LogPage> {
    return this.events.after(position, namespaces.includes('*') ? null : namespaces);
  }

  /** A place some minutes before a moment: where to go on from in another history. */
  before(moment: Date): Promise<LogPosition> {
    return this.events.before(moment);
  }
}
