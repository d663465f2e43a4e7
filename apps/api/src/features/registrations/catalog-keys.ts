import { namespaceOf } from '#core/contract/tool-id.js';

/** By which tools and namespaces are found in whatever spelling: in lower case, each once. */
export type Keys = readonly [tools: readonly string[], namespaces: readonly string[]];

export const keysOf = (toolIds: readonly string[]): Keys => {
  const toolKeys = [...new Set(toolIds.map((toolId) => toolId.toLowerCase()))];
  return [toolKeys, [...new Set(toolKeys.map(namespaceOf))]];
};
