/** Where in a text `at` is, for a person. Without a copy for each line: there may be millions. */
export const textPlace = (text: string, at: number): string => {
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const end = text.indexOf('\n', lineStart);
    if (end === -1 || end >= at) return `line ${line}, column ${at - lineStart + 1}`;
    line += 1;
    lineStart = end + 1;
  }
};
