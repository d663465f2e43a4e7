/**
 * The code of an error of the system (`EADDRINUSE`), of PostgreSQL (`28P01`) or of a library; empty
 * when it has none. Not by `instanceof`: errors can come from another realm than ours.
 */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** What to call the error in one line: its code, else its message. */
export const nameOf = (error: unknown): string => {
  const code = codeOf(error);
  if (code !== '') return code;
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
};
