import fc from 'fast-check';
import { elementTexts } from './element-texts.js';
import { readToolsList, type ListedTool } from './read-tools-list.js';

const listOf = (text: string) => {
  const reading = readToolsList(text);
  if (!reading.ok) throw new Error(`${reading.code}: ${reading.message}`);
  return reading;
};

const shown = ({ pointer, reading }: ListedTool): string =>
  'fault' in reading
    ? `${pointer} ${reading.fault.code} ${reading.fault.pointer}`
    : `${pointer} ${JSON.stringify(reading.value)}`;

describe('reading a tools/list answer', () => {
  it.each([
    ['the bare result', '{"tools":[{"name":"a"}]}', '/tools/0'],
    [
      'a JSON-RPC response',
      '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}',
      '/result/tools/0',
    ],
    ['an array of tools', '[{"name":"a"}]', '/0'],
    ['a dump', '{"package":"p","tools":[{"name":"a"}]}', '/tools/0'],
  ])('takes %s', (_form, text, pointer) => {
    expect(listOf(text).tools.map(shown)).toEqual([`${pointer} {"name":"a"}`]);
  });

  it('learns what a dump says of the server', () => {
    const dump = {
      package: '@acme/mcp',
      version: '2.1.0',
      serverInfo: { name: 'Acme', version: '1.0' },
    };
    expect(listOf(JSON.stringify({ ...dump, tools: [] })).server).toEqual({
      package: '@acme/mcp',
      packageVersion: '2.1.0',
      name: 'Acme',
      serverVersion: '1.0',
    });
  });

  it('says that pages are missing', () => {
    expect(listOf('{"tools":[]}').incomplete).toBe(false);
    expect(listOf('{"result":{"tools":[],"nextCursor":"p2"}}').incomplete).toBe(true);
  });

  it('keeps a key called __proto__', () => {
    const text =
      '{"tools":[{"name":"a","inputSchema":{"properties":{"__proto__":{"type":"string"}}}}]}';
    expect(listOf(text).tools.map(shown)[0]).toContain('"__proto__":{"type":"string"}');
  });

  it('sets aside the one tool that cannot be read and takes the others', () => {
    const text =
      '{"tools":[{"name":"a"},{"name":"b","n":1e400},{"name":"c","name":"d"},{"name":"e"}]}';
    expect(listOf(text).tools.map(shown)).toEqual([
      '/tools/0 {"name":"a"}',
      '/tools/1 unsafe-number /n',
      '/tools/2 duplicate-key /name',
      '/tools/3 {"name":"e"}',
    ]);
  });

  it('sets aside the one tool that is nested too deeply', () => {
    const deep = '['.repeat(300) + ']'.repeat(300);
    const text = `{"result":{"tools":[{"name":"a"},{"name":"b","x":${deep}}]}}`;
    expect(listOf(text).tools.map(shown)).toEqual([
      '/result/tools/0 {"name":"a"}',
      '/result/tools/1 bad-json ',
    ]);
  });

  it.each([
    ['no JSON', 'tools: []', 'bad-json'],
    ['an answer without a list', '{"resources":[]}', 'not-a-tools-list'],
    ['a scalar', '7', 'not-a-tools-list'],
    ['a JSON-RPC error', '{"error":{"code":-32601,"message":"no such method"}}', 'server-error'],
    ['two lists', '{"tools":[],"tools":[]}', 'duplicate-key'],
    ['an unreadable frame', '{"n":1e400,"tools":[]}', 'unsafe-number'],
    ['an unreadable scalar', '1e400', 'unsafe-number'],
  ])('refuses %s', (_what, text, code) => {
    expect(readToolsList(text)).toMatchObject({ ok: false, code });
  });
});

describe('the texts of the elements of an array', () => {
  it('are those that reading the whole document gives', () => {
    const json = fc.array(fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(
        json,
        fc.jsonValue(),
        fc.constantFrom(undefined, ' ', '\t'),
        (list, other, space) => {
          const text = JSON.stringify({ other, 'a"]{': list }, null, space);
          const found = elementTexts(text, ['a"]{']);
          expect(found?.elements.map((element) => JSON.parse(element) as unknown)).toEqual(
            JSON.parse(JSON.stringify(list)),
          );
          expect(text.slice(found?.start, found?.end)).toBe(
            JSON.stringify(list, null, space).replaceAll('\n', `\n${space ?? ''}`),
          );
        },
      ),
    );
  });

  it('are not there where the path leads to no array', () => {
    expect(elementTexts('{"a":{"b":1}}', ['a'])).toBeNull();
    expect(elementTexts('{"a":{"b":1}}', ['c'])).toBeNull();
    expect(elementTexts('[1]', ['a'])).toBeNull();
  });
});
