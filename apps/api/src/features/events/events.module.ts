import { Module } from '@nestjs/common';
import { EventFeed } from './event-feed.js';
import { EventIds } from './event-ids.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { FollowEvents } from './follow-events.js';
import { ReadTrail } from './read-trail.js';
import { StreamAccess } from './stream-access.js';

@Module({
  controllers: [EventsController],
  providers: [EventFeed, EventIds, EventsRepository, FollowEvents, ReadTrail, StreamAccess],
  exports: [ReadTrail],
})
export class EventsModule {}
