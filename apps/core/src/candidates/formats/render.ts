import { objectOf, type JsonObject } from '../../json/value.js';
import type { Descriptor } from '../descriptor.js';
import type { Detail, Format } from '../request-schema.js';
import { anthropic, anthropicSummary } from './anthropic.js';
import { clientName } from './client-name.js';
import { gemini, geminiSummary } from './gemini.js';
import { mcp, mcpSummary } from './mcp.js';
import { native, nativeSummary } from './native.js';
import { openai, openaiSummary } from './openai.js';

interface FormatRow extends Record<Detail, (descriptor: Descriptor) => JsonObject> {
  /** What the tool is called in this format, where that is not its tool_id. */
  readonly nameOf: ((toolId: string) => string) | null;
}

const FORMATS = {
  native: { full: native, summary: nativeSummary, nameOf: null },
  mcp: { full: mcp, summary: mcpSummary, nameOf: null },
  openai: { full: openai, summary: openaiSummary, nameOf: clientName },
  anthropic: { full: anthropic, summary: anthropicSummary, nameOf: clientName },
  gemini: { full: gemini, summary: geminiSummary, nameOf: clientName },
} as const satisfies Record<Format, FormatRow>;

/**
 * One entry of `tools`. Schemas are the contract's own values, not copies of them, wherever the
 * format accepts them as they are. `score` and `reasons` are in the native form alone, as its last
 * fields.
 */
export const renderCandidate = (
  descriptor: Descriptor,
  format: Format,
  detail: Detail,
): JsonObject => FORMATS[format][detail](descriptor);

/** `names`: what each tool is called in a format that has names of its own → its tool_id. */
export const namesOf = (toolIds: readonly string[], format: Format): JsonObject => {
  const { nameOf } = FORMATS[format];
  return objectOf(nameOf === null ? [] : toolIds.map((toolId) => [nameOf(toolId), toolId]));
};
