import type { SearchDocument } from './document.js';

/** The smallest document, for tests. */
export const document = (
  toolId: string,
  description: string,
  more: Partial<SearchDocument> = {},
): SearchDocument => ({
  tool_id: toolId,
  description,
  tags: [],
  parameters: [],
  example_queries: [],
  aliases: [],
  ...more,
});
