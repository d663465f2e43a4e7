/** Where an array stands in a JSON text, and the text of each of its elements. */
export interface ArrayText {
  readonly start: number;
  readonly end: number;
  readonly elements: readonly string[];
}

/**
 * Finds the array at `path` in a text that is known to be valid JSON, without reading the elements:
 * one that cannot be read (a key twice, a number that no double holds) then spoils only itself.
 * Null where the path leads elsewhere than to an array.
 */
export const elementTexts = (json: string, path: readonly string[]): ArrayText | null => {
  let at = skipSpace(json, 0);
  for (const key of path) {
    const found = memberAt(json, at, key);
    if (found === null) return null;
    at = found;
  }
  if (json[at] !== '[') return null;
  const elements: string[] = [];
  let next = skipSpace(json, at + 1);
  while (json[next] !== ']') {
    const end = skipValue(json, next);
    elements.push(json.slice(next, end));
    next = skipComma(json, end);
  }
  return { start: at, end: next + 1, elements };
};

/** Where the value of the first member `key` of the object at `at` starts. */
function memberAt(json: string, at: number, key: string): number | null {
  if (json[at] !== '{') return null;
  let next = skipSpace(json, at + 1);
  while (json[next] !== '}') {
    const keyEnd = skipValue(json, next);
    const value = skipSpace(json, skipSpace(json, keyEnd) + 1);
    if (JSON.parse(json.slice(next, keyEnd)) === key) return value;
    next = skipComma(json, skipValue(json, value));
  }
  return null;
}

function skipValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(json)?.[0] ?? '';
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    at += Math.max(token.length, 1);
  } while (depth > 0 && at < json.length);
  return at;
}

function skipComma(json: string, at: number): number {
  const next = skipSpace(json, at);
  return json[next] === ',' ? skipSpace(json, next + 1) : next;
}

function skipSpace(json: string, start: number): number {
  let at = start;
  while (' \t\r\n'.includes(json[at] ?? 'x')) at += 1;
  return at;
}

/** A string, a bracket, or a run of anything else that holds neither. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}]|[^"[\]{},\s]+|[,\s]+/y;
