import type { Json } from '../../json/value.js';
import type { SetAside } from './set-aside.js';

/** What the server says under one of MCP's hints. */
export type Hint = (name: string) => Json | undefined;

/**
 * The catalog refuses a manifest whose words contradict its hints. A guess follows the hints, so
 * this is met only where the hints contradict each other (read-only *and* destructive: either
 * reading is refused) or a rule of the profile contradicts one.
 */
export const contradictionOf = (
  sideEffect: boolean,
  idempotent: boolean,
  hint: Hint,
): SetAside | null => {
  const readOnly = hint('readOnlyHint') === true;
  if (!sideEffect && hint('destructiveHint') === true) {
    return contradiction(
      'destructiveHint',
      readOnly
        ? 'The server calls the tool read-only and destructive, which cannot both be.'
        : 'The profile says that the tool has no side effect, the server that it is destructive.',
    );
  }
  if (sideEffect && readOnly) {
    return contradiction(
      'readOnlyHint',
      'The profile says that the tool has a side effect, the server that it is read-only.',
    );
  }
  return !idempotent && hint('idempotentHint') === true
    ? contradiction(
        'idempotentHint',
        'The profile says that the tool is not idempotent, the server that it is.',
      )
    : null;
};

function contradiction(hintName: string, message: string): SetAside {
  return {
    code: 'annotations-contradict',
    pointer: `/annotations/${hintName}`,
    message: `${message} Name the wrong hint under omit_annotations in the profile.`,
  };
}
