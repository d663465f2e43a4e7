import { isNamespace } from '../contract/tool-id.js';
import type { FieldError } from '../problems/field-error.js';
import type { Grant } from './grant.js';
import { ANY, starBesideNames } from './scope.js';

const SCOPES = ['namespaces', 'tenants', 'roles'] as const;

/**
 * Which rules a grant breaks; pointers are relative to it. A `publish` without namespaces is none
 * of them: it is a key that can publish nowhere yet.
 */
export const grantFaults = (grant: Grant): FieldError[] => {
  const faults: FieldError[] = [];
  if (grant.permissions.length === 0) {
    faults.push({
      pointer: '/permissions',
      code: 'out-of-range',
      message: 'a key without any permission can do nothing',
    });
  }
  for (const scope of SCOPES) {
    const names = grant[scope] ?? [];
    if (starBesideNames(names)) {
      faults.push({
        pointer: `/${scope}`,
        code: 'star-not-alone',
        message: `\`*\` already means all, so it stands alone in ${scope}`,
      });
    }
  }
  for (const [index, namespace] of (grant.namespaces ?? []).entries()) {
    if (namespace === ANY || isNamespace(namespace)) continue;
    faults.push({
      pointer: `/namespaces/${index}`,
      code: 'malformed',
      message: 'a namespace is a letter followed by letters, digits, `_` or `-`, 128 at most',
    });
  }
  return faults;
};
