/** The pattern of LIKE and ILIKE for "occurs somewhere": its wildcards stand for themselves. */
export const occurrenceOf = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
