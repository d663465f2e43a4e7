import { seeded } from './random.mjs';

/**
 * A catalog of any size with real words in real frequencies: each tool takes its name, description,
 * tags and parameters from tools of the sets drawn independently.
 */
export const composeTools = (tools, count) => {
  const random = seeded(7);
  const draw = () => tools[Math.floor(random() * tools.length)];
  return Array.from({ length: count }, () => ({
    tool_id: draw().tool_id,
    title: undefined,
    description: draw().description,
    tags: draw().tags,
    parameters: draw().parameters,
    example_queries: [],
    aliases: [],
  }));
};
