import type { LintRule } from '../lint-rule.js';

/** After which the official MCP clients give up unless they are told otherwise. */
const MOST_MS = 60_000;

export const timeoutTooLong: LintRule = {
  id: 'timeout-too-long',
  level: 'warning',
  message: `The tool may take more than ${MOST_MS} ms, when most clients have given up.`,
  remedy: 'Answer at once with the id of a job, and let another tool ask how it went.',
  reference:
    'DEFAULT_REQUEST_TIMEOUT_MSEC of the MCP SDK: https://github.com/modelcontextprotocol/typescript-sdk',
  matches: ({ contract }) => (contract.timeout_ms > MOST_MS ? [{ path: '/timeout_ms' }] : []),
  examples: [
    { title: 'a minute and more', contract: { timeout_ms: 60_001 }, finds: ['/timeout_ms'] },
    { title: 'a minute', contract: { timeout_ms: 60_000 }, finds: [] },
  ],
};
