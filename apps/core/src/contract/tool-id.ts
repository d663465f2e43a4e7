/** The grammar of a tool's identity; ids are compared exactly, case included. */
const TOOL_ID = /^[a-zA-Z][a-zA-Z0-9_-]*(\.[a-zA-Z0-9_-]+)*$/;
const NAMESPACE = /^[a-zA-Z][a-zA-Z0-9_-]*$/;

export const MAX_TOOL_ID_LENGTH = 128;

export const isToolId = (text: string): boolean =>
  text.length <= MAX_TOOL_ID_LENGTH && TOOL_ID.test(text);

/** The same grammar for JSON Schemas. */
export const TOOL_ID_SCHEMA = {
  type: 'string',
  maxLength: MAX_TOOL_ID_LENGTH,
  pattern: TOOL_ID.source,
} as const;

export const NAMESPACE_SCHEMA = { ...TOOL_ID_SCHEMA, pattern: NAMESPACE.source } as const;

export const isNamespace = (text: string): boolean =>
  text.length <= MAX_TOOL_ID_LENGTH && NAMESPACE.test(text);

/** The part before the first dot; an id without a dot is its own namespace. */
export const namespaceOf = (toolId: string): string => {
  const dot = toolId.indexOf('.');
  return dot < 0 ? toolId : toolId.slice(0, dot);
};
