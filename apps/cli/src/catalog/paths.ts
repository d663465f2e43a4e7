import { isToolId } from '#core/contract/tool-id.js';
import { usageFailure } from '../exit-codes.js';

export const toolPath = (toolId: string): string => `/v1/tools/${encodeURIComponent(toolId)}`;

export const versionPath = ({ tool_id, version }: VersionName): string =>
  `${toolPath(tool_id)}/versions/${encodeURIComponent(version)}`;

export interface VersionName {
  readonly tool_id: string;
  readonly version: string;
}

/** `support.create_ticket@1.3.0`, or without a number. */
export const readToolName = (text: string): { tool_id: string; version: string | undefined } => {
  const [toolId = '', ...rest] = text.split('@');
  const [version] = rest;
  if (!isToolId(toolId) || rest.length > 1 || version === '') {
    throw usageFailure(`${text} is no tool_id, and no tool_id@version`);
  }
  return { tool_id: toolId, version };
};

/** The same where a number has to be. */
export const readVersionName = (text: string): VersionName => {
  const { tool_id, version } = readToolName(text);
  if (version === undefined) throw usageFailure(`${text} names no version: write ${text}@1.0.0`);
  return { tool_id, version };
};
