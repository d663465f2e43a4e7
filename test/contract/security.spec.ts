import { existsSync, readFileSync } from 'node:fs';

const document = readFileSync('SECURITY.md', 'utf8');
const named = [...document.matchAll(/`((?:test|apps)\/[^`\s]+\.ts)`/g)].map(
  ([, path]) => path ?? '',
);

/** The first column of each row under a heading that starts so. */
const rowsUnder = (heading: string): string[] => {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| (\w+\d+) /gm)].map(([, name]) => name ?? '');
};

const numbered = (prefix: string, digits: number): string[] =>
  Array.from({ length: 10 }, (_, index) => prefix + String(index + 1).padStart(digits, '0'));

describe('SECURITY.md', () => {
  it('names only tests that exist', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each([
    ['OWASP API Security', 'API', 1],
    ['OWASP MCP', 'MCP', 2],
    ['OWASP Top 10 for LLM', 'LLM', 2],
    ['OWASP Top 10 for Agentic', 'ASI', 2],
  ] as const)('answers each point of the list: %s', (heading, prefix, digits) => {
    expect(rowsUnder(heading)).toEqual(numbered(prefix, digits));
  });

  it('says of each threat how it is tested, or that it is out of scope', () => {
    const rows = document
      .split('\n')
      .filter((line) => /^\| ([STRIDE]|\w+\d+ [^|]+) +\|/.test(line));
    const untested = rows.filter((row) => !/`(test|apps)\/[^`]+\.ts` +\|$/.test(row));
    expect(untested.map((row) => row.split(' ', 2)[1])).toEqual(['MCP05', 'LLM10', 'ASI07']);
  });
});
