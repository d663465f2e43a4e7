import type { Registration } from '#core/registration/decide-registration.js';
import { answerOf } from '../../http/problem-document.js';
import { Problem } from '../../http/problem.js';
import type { BulkItem } from './registrations.bodies.js';

export interface BulkAnswer {
  /** In the order of the request. */
  readonly items: readonly BulkItemAnswer[];
  readonly counts: Readonly<Record<Registration['outcome'], number>>;
}

export interface BulkItemAnswer {
  readonly tool_id: string;
  readonly version: string;
  readonly outcome: Registration['outcome'];
  /** The version that holds this contract already; only with `unchanged`. */
  readonly existing_version?: string;
  readonly updated: readonly string[];
  readonly drift: readonly string[];
}

export const bulkAnswer = (
  items: readonly BulkItem[],
  outcomes: readonly Registration[],
): BulkAnswer => {
  const count = (wanted: Registration['outcome']): number =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  return {
    items: outcomes.map((outcome, index) => itemAnswer(items[index], outcome)),
    counts: {
      created: count('created'),
      replaced: count('replaced'),
      unchanged: count('unchanged'),
    },
  };
};

const itemAnswer = (item: BulkItem | undefined, registration: Registration): BulkItemAnswer => ({
  tool_id: item?.tool_id ?? '',
  version: item?.version ?? '',
  outcome: registration.outcome,
  ...(registration.outcome === 'unchanged' ? { existing_version: registration.existing } : {}),
  updated: registration.updated,
  drift: registration.drift,
});

/** A problem for each bad item, with pointers into the whole body; null stands for a good one. */
export const itemsRefused = (
  items: readonly BulkItem[],
  problems: readonly (Problem | null)[],
  requestId: string,
): Problem => {
  const refused = problems.flatMap((problem, index) => {
    const item = items[index];
    if (problem === null || item === undefined) return [];
    const { body } = answerOf(within(problem, `/items/${index}/manifest`), requestId);
    return [{ index, tool_id: item.tool_id, version: item.version, ...body }];
  });
  const count = `${refused.length} of ${items.length}`;
  return new Problem('items-refused', {
    detail: `${count} items are refused, so nothing was written.`,
    members: { items: refused },
  });
};

const within = ({ code, init }: Problem, base: string): Problem =>
  new Problem(code, {
    ...init,
    errors: (init.errors ?? []).map((error) => ({ ...error, pointer: base + error.pointer })),
  });
