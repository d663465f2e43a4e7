import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const SLICES = /[^]{1,16384}/gu;

/**
 * The cost of a run without a break grows with the square of its length, so long ones are taken in
 * parts; that costs a token at each seam.
 */
const LONG_RUN = /([\p{L}\p{M}]{128}|\s{128}|[^\s\p{L}\p{M}\p{N}]{128})/u;

/** What looks like a control token in a description is text. */
const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };

/** What a worker thread runs: the tokens (o200k_base) that each of the texts takes, or a few more. */
export default (texts: readonly string[]): number[] => texts.map(tokensOf);

const tokensOf = (text: string): number => {
  let tokens = 0;
  for (const slice of text.match(SLICES) ?? []) {
    for (const piece of slice.split(LONG_RUN)) {
      tokens += piece === '' ? 0 : countTokens(piece, NOTHING_SPECIAL);
    }
  }
  return tokens;
};
