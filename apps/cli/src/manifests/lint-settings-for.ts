import type { ClientProfile } from '#core/lint/client-profile.js';
import { DEFAULT_LINT, type LintSettings } from '#core/lint/lint-settings.js';
import { readLintSettings } from '#core/lint/read-lint-settings.js';
import { readDocument } from '../documents/read-document.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import type { LoadedTool } from './load-manifests.js';

export interface LintOptions {
  readonly config: string | undefined;
  readonly profile: readonly ClientProfile[] | undefined;
}

/**
 * How each tool is linted: as its file says, above that as the file that `--config` names, since a
 * catalog has the last word, and for the clients of `--profile`.
 */
export const lintSettingsFor = async ({
  config,
  profile,
}: LintOptions): Promise<(tool: LoadedTool) => LintSettings> => {
  const document = config === undefined ? {} : await readDocument(config);
  const faults = readLintSettings(document);
  if (!faults.ok) {
    throw new CommandFailure(
      EXIT.usage,
      `${config ?? ''} is no configuration of the lint`,
      '`quartermaster rules` lists the rules that can be set.',
      faults.errors,
    );
  }
  return ({ lint }) => {
    const settings = above(document, above(lint, DEFAULT_LINT));
    return profile === undefined ? settings : { ...settings, profiles: new Set(profile) };
  };
};

/** Both have been read before, so that neither has a fault here. */
const above = (document: LoadedTool['lint'], base: LintSettings): LintSettings => {
  const reading = readLintSettings(document, base);
  return reading.ok ? reading.settings : base;
};
