/** Words after which a closed list of values comes, and nothing else. */
const INTRODUCTIONS: readonly RegExp[] = [
  /\b(?:must|should|can|may|has to|needs to) be (?:one of|either)(?: the following)?(?: values)?:? ?/gi,
  /\b(?:possible|valid|allowed|accepted|supported|permitted|available) (?:values|options|choices)(?: for [\w ]{1,30}?)?(?: are|:| include only)(?: one of)?:? ?/gi,
  /\bone of(?: the following)?(?: values)?: ?/gi,
  /[,(] ?one of (?:the following )?/gi,
];

const ITEM = /^(["'`]?)([A-Za-z0-9_][\w.+/-]{0,39}|[=!<>]{1,2})\1(?: \([^()]{1,60}\))?/;
const SEPARATOR = /^(?:, ?(?:or |and )?| ?[/|;] ?| or | and )/;
const END = /^ ?(?:[.);\]]|$|- |– |— )/;

/** A list that goes on, or a text that may hold several of its values. */
const OPEN = /\b(?:etc|more|others?|any|so on)\b/i;
const SEVERAL = /\b(?:comma|space|semicolon)[- ]separated\b|\bmultiple values\b|\bcombin/i;

const FEWEST = 2;
const MOST = 200;

/**
 * The values that a description lists as the only ones there are, or null. Examples ("such as",
 * "e.g.") are no such list, nor is one that goes on ("and more").
 */
export const listedValues = (description: string): readonly string[] | null => {
  const text = description.slice(0, 4_096).replace(/\s+/g, ' ');
  if (SEVERAL.test(text)) return null;
  for (const introduction of INTRODUCTIONS) {
    for (const { 0: words, index } of text.matchAll(introduction)) {
      const values = valuesAt(text.slice(index + words.length));
      if (values !== null) return values;
    }
  }
  return null;
};

const valuesAt = (text: string): readonly string[] | null => {
  const values: string[] = [];
  let rest = text;
  while (values.length < MOST) {
    const item = ITEM.exec(rest);
    if (item === null) return null;
    // The full stop of the sentence is none of the value.
    const value = (item[2] ?? '').replace(/\.$/, '');
    rest = rest.slice(item[0].length - (item[0].endsWith('.') ? 1 : 0));
    values.push(value);
    const separator = SEPARATOR.exec(rest);
    if (separator === null) break;
    rest = rest.slice(separator[0].length);
  }
  const isClosed = END.test(rest) && !values.some((value) => OPEN.test(value));
  return isClosed && values.length >= FEWEST ? values : null;
};
