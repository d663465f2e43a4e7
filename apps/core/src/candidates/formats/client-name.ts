import { sha256Hex } from '../../json/digest.js';

const MOST_CHARACTERS = 64;
const KEPT = 51;
const HASH_DIGITS = 12;

/** Ids whose dots could not be read back, and names that look as if they ended in a hash. */
const AMBIGUOUS_ID = /__|_\.|\._/;
const HASHED_NAME = /_[0-9a-f]{12}$/;

/**
 * A tool's name where neither dots nor more than 64 characters are allowed. It depends on the tool_id
 * alone, so that it neither changes with other tools nor reveals them, and no two ids share one: `.`
 * becomes `__`, and what that would leave ambiguous or too long is cut and told apart by its hash.
 * Whether a name looks hashed is asked after the dots are replaced: `a.b.` and twelve hex digits
 * could else be made to look like the hashed name of a foreign tool.
 */
export const clientName = (toolId: string): string => {
  const name = toolId.replaceAll('.', '__');
  const plain =
    name.length <= MOST_CHARACTERS && !AMBIGUOUS_ID.test(toolId) && !HASHED_NAME.test(name);
  return plain ? name : `${name.slice(0, KEPT)}_${sha256Hex(toolId).slice(0, HASH_DIGITS)}`;
};
