import { isHttpUrl } from '../contract/http-url.js';
import { starBesideNames } from '../policy/scope.js';
import type { FieldError } from '../problems/field-error.js';

export interface WebhookOffer {
  readonly url: string;
  readonly namespaces: readonly string[];
  readonly actions: readonly string[];
}

/** `*`, one action such as `version.released`, or all of one kind: `version.*`. */
const ACTION = /^(\*|[a-z-]+\.(\*|[a-z-]+))$/;

/** Whether an action is one of those that are asked for. */
export const isWanted = (actions: readonly string[], action: string): boolean =>
  actions.some(
    (wanted) =>
      wanted === '*' ||
      wanted === action ||
      (wanted.endsWith('.*') && action.startsWith(wanted.slice(0, -1))),
  );

/**
 * Why this cannot be a webhook; pointers are relative to it. Where the name of its host leads, and
 * whether it has to be https, is judged with every connection anew and not here: it can change.
 */
export const webhookFaults = ({ url, namespaces, actions }: WebhookOffer): FieldError[] => {
  const faults: FieldError[] = [];
  if (!isHttpUrl(url) || /[#{}]/.test(url)) {
    const message = 'must be an absolute https URL without credentials and a fragment';
    faults.push({ pointer: '/url', code: 'malformed', message });
  }
  for (const [name, list] of Object.entries({ namespaces, actions })) {
    if (!starBesideNames(list)) continue;
    const message = `\`*\` already means all, so it stands alone in ${name}`;
    faults.push({ pointer: `/${name}`, code: 'star-not-alone', message });
  }
  for (const [index, action] of actions.entries()) {
    if (ACTION.test(action)) continue;
    const message = 'is an action such as `version.released`, or `version.*`, or `*`';
    faults.push({ pointer: `/actions/${index}`, code: 'malformed', message });
  }
  return faults;
};
