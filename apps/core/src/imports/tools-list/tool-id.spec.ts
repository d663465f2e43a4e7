import fc from 'fast-check';
import { isToolId } from '../../contract/tool-id.js';
import { namespaceOf, servesAsNamespace, toolIdsOf } from './tool-id.js';

const idOf = (name: string, namespace = 'support', others: string[] = []): string =>
  toolIdsOf(namespace, [name, ...others]).get(name) ?? 'absent';

const oddName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.stringMatching(/^[a-zA-Z0-9_.-]{0,70}$/),
  fc.stringMatching(/^[aA](_[0-9a-fA-F]{12})?$/),
);
const namespace = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);

describe('the tool_id of an imported tool', () => {
  it.each(['create_ticket', 'query-docs', 'repo.list', 'getTicket', '2fa', 'a'.repeat(120)])(
    'keeps the name %s as it is',
    (name) => {
      expect(idOf(name)).toBe(`support.${name}`);
    },
  );

  it.each([
    ['create ticket', /^support\.create_ticket_[0-9a-f]{12}$/],
    ['files/read', /^support\.files_read_[0-9a-f]{12}$/],
    ['a..b', /^support\.a_b_[0-9a-f]{12}$/],
    ['工单', /^support\.tool_[0-9a-f]{12}$/],
    ['', /^support\.tool_[0-9a-f]{12}$/],
    ['looks_mapped_0123456789ab', /^support\.looks_mapped_0123456789ab_[0-9a-f]{12}$/],
    ['x'.repeat(200), /^support\.x{107}_[0-9a-f]{12}$/],
  ])('gives %j a readable name with a hash', (name, expected) => {
    expect(idOf(name)).toMatch(expected);
  });

  it('never changes what it once gave: the mapping is data of its users', () => {
    expect(idOf('create ticket')).toBe('support.create_ticket_40ae166db778');
  });

  it('keeps names apart that differ only in case, and the lower-case one readable', () => {
    const ids = toolIdsOf('support', ['getTicket', 'getticket', 'GetTicket']);
    expect(ids.get('getticket')).toBe('support.getticket');
    expect(new Set([...ids.values()].map((id) => id.toLowerCase())).size).toBe(3);
  });

  it('is total: every name gets a valid id of at most 128 characters', () => {
    fc.assert(
      fc.property(namespace, fc.uniqueArray(oddName), (space, names) => {
        const ids = toolIdsOf(space, names);
        expect(ids.size).toBe(names.length);
        for (const id of ids.values()) {
          expect(isToolId(id)).toBe(true);
          expect(id.startsWith(`${space}.`)).toBe(true);
        }
      }),
    );
  });

  it('is free of collisions, case disregarded, and blind to the order', () => {
    fc.assert(
      fc.property(namespace, fc.uniqueArray(oddName), (space, names) => {
        const ids = toolIdsOf(space, names);
        const folded = new Set([...ids.values()].map((id) => id.toLowerCase()));
        expect(folded.size).toBe(names.length);
        expect(toolIdsOf(space, names.toReversed())).toEqual(
          new Map([...ids.entries()].toReversed()),
        );
      }),
    );
  });

  it('is stable: other names in the list change nothing, twins in case apart', () => {
    fc.assert(
      fc.property(oddName, fc.array(oddName), (name, others) => {
        const strangers = others.filter((other) => other.toLowerCase() !== name.toLowerCase());
        expect(idOf(name, 'support', strangers)).toBe(idOf(name));
      }),
    );
  });
});

describe('the namespace of a server', () => {
  it.each([
    ['kubernetes', 'kubernetes'],
    ['Azure DevOps MCP Server', 'azure-devops-mcp-server'],
    ['@cyanheads/git-mcp-server', 'cyanheads-git-mcp-server'],
    ['chrome_devtools', 'chrome_devtools'],
    ['monday.com', 'monday-com'],
    ['3d-printer', 'server-3d-printer'],
  ])('reads %s as %s', (serverName, expected) => {
    expect(namespaceOf(serverName)).toBe(expected);
  });

  it('is valid for any name', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(fc.property(name, (text) => servesAsNamespace(namespaceOf(text))));
  });
});
