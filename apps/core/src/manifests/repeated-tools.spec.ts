import { repeatedTools } from './repeated-tools.js';

const codesOf = (...names: readonly string[]) =>
  repeatedTools(
    names.map((name) => {
      const [tool_id = '', version = '1.0.0'] = name.split('@');
      return { tool_id, version };
    }),
  ).map(({ tool, earlier, code }) => `${tool.tool_id} after ${earlier.tool_id}: ${code}`);

describe('tools that are declared together', () => {
  it('may be several versions of one tool', () => {
    expect(codesOf('a.b@1.0.0', 'a.b@1.1.0', 'a.b@1.1.0-rc.1', 'a.c@1.0.0')).toEqual([]);
  });

  it('are not the same version twice, whatever its build metadata', () => {
    expect(codesOf('a.b@1.0.0', 'a.b@1.0.0+build')).toEqual(['a.b after a.b: version-repeated']);
  });

  it('differ by more than the case of their ids or namespaces', () => {
    expect(codesOf('a.b', 'a.B')).toEqual(['a.B after a.b: tool-id-taken']);
    expect(codesOf('a.b', 'A.c', 'a.d')).toEqual(['A.c after a.b: tool-id-taken']);
  });
});
