import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { ChangeWebhook } from './change-webhook.js';
import { CreateWebhook } from './create-webhook.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeliverEvents } from './deliver-events.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { FindWebhook } from './find-webhook.js';
import { GiveUp } from './give-up.js';
import { Receivers } from './receivers.js';
import { WebhookWorkers } from './webhook-workers.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';

@Module({
  imports: [EventsModule],
  controllers: [WebhooksController, DeadLettersController],
  providers: [
    ChangeWebhook,
    CreateWebhook,
    DeliverEvents,
    DeliveriesRepository,
    FindWebhook,
    GiveUp,
    Receivers,
    WebhookWorkers,
    WebhooksRepository,
  ],
})
export class WebhooksModule {}
