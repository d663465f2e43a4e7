import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Outside data is never part of the repository; without it there is nothing to measure. */
const shared =
  process.env.QM_SHARED_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export const SETS = ['metatool', 'sealtools', 'toollinkos', 'acebench-en', 'acebench-zh'];

const MOST_QUERIES = 300;
const MOST_EXAMPLES = 5;

const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : undefined;

/** A retrieval set, or undefined where it is not on this machine. */
export const readSet = (name) => {
  const folder = join(shared, 'search', name);
  const tools = readLines(join(folder, 'tools.jsonl'));
  const test = readLines(join(folder, 'test.jsonl'));
  if (tools === undefined || test === undefined) return undefined;
  const dev = readLines(join(folder, 'dev.jsonl'));
  return { name, tools: tools.map(documentOf), queries: atFixedStride(test), dev };
};

const documentOf = (tool) => ({
  tool_id: tool.id,
  title: tool.title,
  description: tool.description ?? '',
  tags: tool.tags ?? [],
  parameters: (tool.params ?? []).map(({ name, description }) => ({
    name,
    description: description ?? '',
  })),
  example_queries: [],
  aliases: [],
});

const atFixedStride = (queries) => {
  const count = Math.min(MOST_QUERIES, queries.length);
  return Array.from(
    { length: count },
    (_, at) => queries[Math.floor((at * queries.length) / count)],
  );
};

/** The same tools, each with the first few development queries that ask for it as examples. */
export const withExamples = ({ tools, dev }) => {
  const examples = new Map(tools.map(({ tool_id }) => [tool_id, []]));
  for (const { query, relevant } of dev) {
    for (const id of relevant) {
      const known = examples.get(id);
      if (known !== undefined && known.length < MOST_EXAMPLES) known.push(query);
    }
  }
  return tools.map((tool) => ({ ...tool, example_queries: examples.get(tool.tool_id) }));
};
