/**
 * Seen by no reader: zero width, invisible operators, tags, bidi controls, fillers, variation selectors
 * (any text can be written in them), joiners of graphemes, C0 and C1.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2069\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** The flags of England, Scotland and the like are spelt with a few tag characters. */
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

/** Joiners between letters of scripts that need them, and between parts of an emoji. */
const JOINER = /(?<=[^\p{Script=Latin}\p{ASCII}])[\u200c\u200d](?=[^\p{Script=Latin}\p{ASCII}])/gu;

/** One chooses the form of an emoji, of an ideograph, of an operator, of a Mongolian letter. */
const VARIANT =
  /(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=[\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}])\ufe00|(?<=\p{Script=Mongolian})[\u180b-\u180f]/gu;

/** Marks and isolates that belong into text written from right to left; overrides never do. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The invisible characters of a text that it does not need, as `U+200B`, each once. */
export const hiddenCharacters = (text: string): readonly string[] => {
  if (!UNUSUAL.test(text)) return NONE;
  const plain = text.replace(FLAG, '').replace(JOINER, '').replace(VARIANT, '');
  const left = RIGHT_TO_LEFT.test(plain) ? plain.replace(DIRECTION, '') : plain;
  const found = new Set(left.match(HIDDEN) ?? []);
  return [...found].map(nameOf).slice(0, 10);
};

/** Beside what every text is made of: printable ASCII, tabs and ends of lines. */
const UNUSUAL = /[^\t\n\r\x20-\x7e]/;
/** Or more than one blank in a row. */
const UNEVEN = /[^\x20-\x7e]| {2}/;
const NONE: readonly string[] = [];

/** The text as a model may take it: compatibility forms folded, nothing invisible, single spaces. */
export const visibleText = (text: string): string =>
  UNEVEN.test(text)
    ? text
        .normalize('NFKC')
        .replace(/\u00ad/g, '')
        .replace(HIDDEN, '')
        .replace(/\s+/g, ' ')
    : text;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
