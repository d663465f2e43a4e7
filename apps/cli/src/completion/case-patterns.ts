import type { CommandShape } from './command-shapes.js';

/** Every command, as the pattern of a `case` in bash and zsh. */
export const pathsOf = (shapes: readonly CommandShape[]): string =>
  shapes
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quoted(path))
    .join(' | ');

/**
 * A command's words, each behind a space. Names of commands and options are letters and hyphens, so
 * that quotes are enough.
 */
export const quoted = (path: readonly string[], end = ''): string =>
  `"${path.map((word) => ` ${word}`).join('')}${end}"`;
