/** Longer values fit no pattern; no claim that says who somebody is comes near. */
const LONGEST_VALUE = 2_048;

/** What one `*` stands for: nothing that separates the parts of a path, an address or a subject. */
const WITHIN_A_PART = /^[\p{L}\p{M}\p{N}._~+-]$/u;
const NO_CONTROL = /^[^\p{C}\p{Zl}\p{Zp}]$/u;

/**
 * Whether the whole of a text fits a pattern. `*` is one or more letters, digits and `. _ ~ + -`, so
 * that it ends at `/`, `:`, `@` and all else that separates; `**` is one or more of any characters
 * but control characters. Everything else stands for itself, case included. Takes at most the
 * product of both lengths, whatever the pattern.
 */
export const fitsGlob = (glob: string, text: string): boolean => {
  if (text.length > LONGEST_VALUE) return false;
  const characters = [...text];
  let reached: ReadonlySet<number> = new Set([0]);
  for (const piece of piecesOf(glob)) {
    reached = isWildcard(piece)
      ? afterWildcard(piece, characters, reached)
      : afterText([...piece], characters, reached);
  }
  return reached.has(characters.length);
};

/** Whether a pattern without its wildcards is still bound to one owner: the part before the first `/`. */
export const bindsFirstPart = (glob: string): boolean => !(glob.split('/')[0] ?? '').includes('*');

const piecesOf = (glob: string): string[] =>
  glob.split(/(\*\*|\*)/).filter((piece) => piece !== '');

const isWildcard = (piece: string): piece is '*' | '**' => piece === '*' || piece === '**';

const afterText = (
  piece: readonly string[],
  characters: readonly string[],
  from: ReadonlySet<number>,
): ReadonlySet<number> =>
  new Set(
    [...from]
      .filter((start) => piece.every((character, at) => characters[start + at] === character))
      .map((start) => start + piece.length),
  );

const afterWildcard = (
  piece: '*' | '**',
  characters: readonly string[],
  from: ReadonlySet<number>,
): ReadonlySet<number> => {
  const allowed = piece === '*' ? WITHIN_A_PART : NO_CONTROL;
  const reached = new Set<number>();
  let isOpen = false;
  characters.forEach((character, at) => {
    isOpen = (isOpen || from.has(at)) && allowed.test(character);
    if (isOpen) reached.add(at + 1);
  });
  return reached;
};
