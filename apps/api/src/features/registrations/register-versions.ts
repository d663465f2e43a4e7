import { Injectable } from '@nestjs/common';
import { isToolId, namespaceOf } from '#core/contract/tool-id.js';
import { mayPublishIn } from '#core/policy/grant.js';
import type { Decided } from '#core/registration/decide-registrations.js';
import type { RegistrationOffer } from '#core/registration/facts.js';
import type { Preparation } from '#core/registration/prepared-manifest.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Comparer } from '../../comparison/comparer.js';
import type { Worksheet } from '../../comparison/worksheet.js';
import { Problem } from '../../http/problem.js';
import { bulkAnswer, itemsRefused, type BulkAnswer } from './bulk.answers.js';
import { Registrar } from './registrar.js';
import { problemOfRefusal } from './registrations.answers.js';
import type { BulkItem } from './registrations.bodies.js';
import { lintedFor, type StoredCatalog } from './stored-catalog.js';

export interface RegisterVersionsCommand {
  readonly items: readonly BulkItem[];
  readonly dryRun: boolean;
}

/** An item as far as it can be judged by itself. */
type PreparedItem = { readonly offer: RegistrationOffer } | { readonly problem: Problem };

/** Registers many versions, all of them or none, with an outcome or a problem for each. */
@Injectable()
export class RegisterVersions {
  constructor(
    private readonly registrar: Registrar,
    private readonly comparer: Comparer,
  ) {}

  async execute(
    { items, dryRun }: RegisterVersionsCommand,
    context: RequestContext,
  ): Promise<BulkAnswer> {
    const sheet = this.comparer.begin({ caller: context.caller.keyId, gone: context.gone });
    const problems = items.map((item) => problemOf(item, context));
    const wanted = items.filter((_, index) => problems[index] === null);
    const seen = await this.registrar.look(wanted.map(({ tool_id }) => tool_id));
    const prepared = await prepareItems(items, problems, { sheet, seen, wanted });
    const offers = prepared.flatMap((item) => ('offer' in item ? [item.offer] : []));
    const complete = offers.length === items.length;
    return this.registrar.register(
      {
        offers,
        seen,
        sheet,
        options: { takeRepeats: true },
        write: !complete ? 'nothing' : dryRun ? 'and-take-back' : 'and-keep',
        reads: 'nothing',
      },
      context,
      async (decided) => answer(items, inPlace(prepared, decided), context),
    );
  }
}

interface Preparing {
  readonly sheet: Worksheet;
  readonly seen: StoredCatalog;
  /** The items without a problem. */
  readonly wanted: readonly BulkItem[];
}

const prepareItems = async (
  items: readonly BulkItem[],
  problems: readonly (Problem | null)[],
  { sheet, seen, wanted }: Preparing,
): Promise<PreparedItem[]> => {
  const lintFor = lintedFor(seen);
  const prepared = await sheet.prepare(
    wanted.map(({ manifest }) => manifest),
    wanted.map(({ tool_id, version }) => lintFor(tool_id, version)),
  );
  const preparations = prepared.values();
  return items.map((item, index) => {
    const problem = problems[index] ?? null;
    if (problem !== null) return { problem };
    const preparation = preparations.next().value;
    if (preparation === undefined) throw new Error('each item has a preparation');
    return preparedItem(item, preparation);
  });
};

/** What refuses an item whatever its manifest says. */
const problemOf = ({ tool_id }: BulkItem, { caller }: RequestContext): Problem | null => {
  if (!isToolId(tool_id)) {
    const detail = `${JSON.stringify(tool_id.slice(0, 140))} is not a tool_id.`;
    return new Problem('tool-id-invalid', { detail });
  }
  if (!mayPublishIn(caller.grant, namespaceOf(tool_id))) {
    const detail = `The key is not granted the namespace ${namespaceOf(tool_id)}.`;
    return new Problem('namespace-forbidden', { detail });
  }
  return null;
};

const preparedItem = ({ tool_id, version }: BulkItem, preparation: Preparation): PreparedItem => {
  if (preparation.ok) return { offer: { tool_id, version, ...preparation.prepared } };
  const { errors } = preparation;
  const detail = 'The manifest cannot be read.';
  return { problem: new Problem('body-invalid', { detail, errors }) };
};

/** The outcomes at the places of their items, beside the problems that were known before. */
const inPlace = (
  prepared: readonly PreparedItem[],
  decided: readonly Decided[],
): (Decided | Problem)[] => {
  const outcomes = decided.values();
  return prepared.map((item) => {
    if ('problem' in item) return item.problem;
    const outcome = outcomes.next().value;
    if (outcome === undefined) throw new Error('each offer has an outcome');
    return outcome;
  });
};

const answer = (
  items: readonly BulkItem[],
  outcomes: readonly (Decided | Problem)[],
  { requestId }: RequestContext,
): BulkAnswer => {
  const accepted = outcomes.flatMap((outcome) =>
    outcome instanceof Problem || outcome.outcome === 'refused' ? [] : [outcome],
  );
  if (accepted.length === items.length) return bulkAnswer(items, accepted);
  const problems = outcomes.map((outcome) => {
    if (outcome instanceof Problem) return outcome;
    return outcome.outcome === 'refused' ? problemOfRefusal(outcome) : null;
  });
  throw itemsRefused(items, problems, requestId);
};
