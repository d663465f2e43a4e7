// An MCP server over stdio for tests; its argument says what is odd about it.
import { createInterface } from 'node:readline';

const [oddity = 'none', text = ''] = process.argv.slice(2);
const good = (name) => ({
  name,
  description: `${name} ${text}`.trim(),
  inputSchema: { type: 'object' },
});

const PAGES = {
  none: () => ({ tools: [good('first'), good('second')] }),
  shorter: () => ({ tools: [good('first')] }),
  empty: () => ({ tools: [] }),
  bad: ({ cursor }) =>
    cursor === undefined
      ? { tools: [{ name: 7 }, { ...good('strict'), inputSchema: 3 }, 'none'], nextCursor: '2' }
      : { tools: [good('third')] },
  endless: ({ cursor = '0' }) => ({
    tools: [good(`n${cursor}`)],
    nextCursor: `${Number(cursor) + 1}`,
  }),
  circling: () => ({ tools: [good('again')], nextCursor: 'same' }),
  huge: () => ({ tools: [{ ...good('huge'), padding: 'x'.repeat(300_000) }] }),
};

const answer = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined || oddity === 'silent') return;
  if (method === 'initialize') {
    const serverInfo = { name: 'Odd Server', version: '1.0.0' };
    const { protocolVersion } = params;
    answer({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    answer({ id, result: PAGES[oddity](params) });
  } else {
    answer({ id, error: { code: -32601, message: `no ${method}` } });
  }
});
