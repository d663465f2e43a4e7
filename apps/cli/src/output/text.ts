/** `1 tool`, `2 tools`. */
export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Text from elsewhere on one line: nothing in it ends the line, moves a cursor or turns around. */
export const shown = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
