import { Injectable } from '@nestjs/common';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Tx } from '../../database/transaction.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page, type PageRequest } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import { WebhooksRepository, type DeadLetter, type Webhook } from './webhooks.repository.js';

/** The webhooks that an admin may know of: those that they could have made. */
@Injectable()
export class FindWebhook {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly cursors: Cursors,
  ) {}

  async find(id: string, context: RequestContext): Promise<Webhook> {
    return known(await this.webhooks.find(id), context);
  }

  /** The same under its lock. */
  async lock(tx: Tx, id: string, context: RequestContext): Promise<Webhook> {
    return known(await this.webhooks.lock(tx, id), context);
  }

  list(request: PageRequest, context: RequestContext): Promise<Page<Webhook>> {
    const namespaces = namespacesFor(context.caller.grant, 'admin');
    return readPage(this.cursors, request, {
      filter: filterOf('webhooks', { namespaces }),
      positionOf: ({ id }) => id,
      rowsAfter: (position, count) =>
        this.webhooks.list(
          typeof position === 'string' ? position : '',
          count,
          isEvery(namespaces) ? null : namespaces,
        ),
    });
  }

  async deadLetters(
    id: string,
    request: PageRequest,
    context: RequestContext,
  ): Promise<Page<DeadLetter>> {
    await this.find(id, context);
    return readPage(this.cursors, request, {
      filter: filterOf('dead-letters', { webhook: id }),
      positionOf: ({ seq }) => String(seq),
      rowsAfter: (position, count) =>
        this.webhooks.listDeadLetters(
          id,
          position === null ? -1n : BigInt(String(position)),
          count,
        ),
    });
  }
}

/** A webhook that is told more than this admin administers does not exist for them. */
const known = (webhook: Webhook | null, { caller }: RequestContext): Webhook => {
  const granted = namespacesFor(caller.grant, 'admin');
  const isKnown =
    webhook !== null &&
    (isEvery(granted) || webhook.namespaces.every((name) => granted.includes(name)));
  if (!isKnown) throw notFound();
  return webhook;
};
