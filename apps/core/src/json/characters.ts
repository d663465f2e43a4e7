/** UTF-16 units that mean something in JSON. */
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const LOWER_F = 102;
export const LOWER_N = 110;
export const LOWER_T = 116;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

/** What JSON takes for blank. */
export const isSpace = (unit: number): boolean =>
  unit === SPACE || unit === NEWLINE || unit === RETURN || unit === TAB;
