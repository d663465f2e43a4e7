import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { SCHEMA_LIMITS } from './limits.js';

export type PatternReading =
  | { readonly ok: true; readonly source: string; readonly tree: AST.Pattern }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a pattern as ECMA-262 with the `u` flag, as JSON Schema asks. Where that fails only over
 * spellings that mean the same everywhere (`\_`, `[\w-.]`, a lone brace), the pattern is taken and
 * `source` is its spelling for `u`. Escapes such as `\Z` or `(?i)`, which other languages read in
 * another way, are refused. What parses here is also understood by this engine's `RegExp`.
 */
export const readPattern = (pattern: string): PatternReading => {
  if (pattern.length > SCHEMA_LIMITS.patternLength) {
    const message = `A pattern is at most ${SCHEMA_LIMITS.patternLength} characters long.`;
    return { ok: false, message };
  }
  const strict = parse(pattern);
  if (strict.ok) return strict;
  const respelled = parse(respell(pattern));
  return respelled.ok ? respelled : strict;
};

const parse = (source: string): PatternReading => {
  try {
    // 2024 is what every supported engine runs; later syntax would fail when it is compiled.
    const parser = new RegExpParser({ ecmaVersion: 2024 });
    const tree = parser.parsePattern(source, 0, source.length, { unicode: true });
    new RegExp(source, 'u');
    return { ok: true, source, tree };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `Not a regular expression of ECMA-262: ${shorten(reason)}` };
  }
};

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const CLASS_ESCAPE = /\\(?:[dDwWsS]|[pP]\{[^}]*\})/y;
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;

/** The same pattern in the stricter spelling of `u`, where Annex B leaves no doubt about it. */
const respell = (pattern: string): string => {
  let source = '';
  let inClass = false;
  for (let at = 0; at < pattern.length;) {
    const piece = inClass ? classPiece(pattern, at) : plainPiece(pattern, at);
    const [taken, written] = piece;
    if (taken === '[' && !inClass) inClass = true;
    else if (taken === ']') inClass = false;
    source += written;
    at += taken.length;
  }
  return source;
};

/** What is taken from the pattern, and how it is written. */
type Piece = readonly [taken: string, written: string];

const plainPiece = (pattern: string, at: number): Piece => {
  const unit = pattern.charAt(at);
  if (unit === '\\') return escapePiece(pattern, at, '');
  if (unit === '{') {
    const quantifier = matchAt(QUANTIFIER, pattern, at);
    return quantifier === null ? ['{', '\\{'] : [quantifier, quantifier];
  }
  // The taken `]` ends no class here; two units would be taken for none.
  return unit === '}' || unit === ']' ? [unit, `\\${unit}`] : [unit, unit];
};

const classPiece = (pattern: string, at: number): Piece => {
  const set = matchAt(CLASS_ESCAPE, pattern, at);
  if (set !== null) {
    const dash =
      pattern.charAt(at + set.length) === '-' && pattern.charAt(at + set.length + 1) !== ']';
    return dash ? [`${set}-`, `${set}\\-`] : [set, set];
  }
  if (pattern.charAt(at) === '\\') return escapePiece(pattern, at, '-');
  if (pattern.charAt(at) === '-' && matchAt(CLASS_ESCAPE, pattern, at + 1) !== null) {
    return ['-', '\\-'];
  }
  return [pattern.charAt(at), pattern.charAt(at)];
};

const escapePiece = (pattern: string, at: number, alsoSyntax: string): Piece => {
  const escaped = pattern.slice(at, at + 2);
  const name = pattern.startsWith('p{', at + 1) || pattern.startsWith('P{', at + 1);
  const unicode = pattern.startsWith('u{', at + 1);
  if (name || unicode) {
    const end = pattern.indexOf('}', at);
    const whole = end < 0 ? escaped : pattern.slice(at, end + 1);
    return [whole, whole];
  }
  const letter = escaped.charAt(1);
  const meaningful = letter === '' || /[A-Za-z0-9]/.test(letter) || SYNTAX.test(letter);
  const isPlain = !meaningful && letter !== alsoSyntax && letter <= '~';
  return [escaped, isPlain ? letter : escaped];
};

const matchAt = (expression: RegExp, text: string, at: number): string | null => {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
};
