/** What is said of an alternative, or of all together, in the form that ajv gives its errors. */
import type { PlacedError } from './compiled-once.js';
import type { Mismatch } from './telling-constants.js';
import type { BranchCompiler } from './wide-branches.js';

interface UnionError extends PlacedError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  message: string;
}

export const UNION_ERRORS: Pick<BranchCompiler<UnionError>, 'mismatchOf' | 'errorOf'> = {
  mismatchOf: (mismatch: Mismatch) => ({ ...mismatch, schemaPath: '#/properties' }),
  errorOf: (keyword, message, passing, instancePath) => {
    const params =
      keyword === 'oneOf' ? { passingSchemas: passing.length === 0 ? null : passing } : {};
    return { instancePath, schemaPath: `#/${keyword}`, keyword, params, message };
  },
};
