import type { Contract, Presentation } from '../contract/contract.js';
import type { SearchDocument } from './document.js';
import { parametersOf } from './parameters.js';

/** What is searched of a version: its contract, and what the platform says of its tool. */
export const documentOf = (
  toolId: string,
  contract: Contract,
  { example_queries, aliases, note }: Omit<Presentation, 'owner'>,
): SearchDocument => ({
  tool_id: toolId,
  title: contract.title,
  description: note === null ? contract.description : `${contract.description}\n${note}`,
  tags: contract.tags ?? [],
  parameters: parametersOf(contract.input_schema),
  example_queries,
  aliases,
});
