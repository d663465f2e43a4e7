import { isClientProfile, PROFILE_NAMES, type ClientProfile } from '#core/lint/client-profile.js';
import { DEFAULT_LINT, type LintSettings } from '#core/lint/lint-settings.js';
import { readLintSettings } from '#core/lint/read-lint-settings.js';
import { configDocument } from './config-document.js';
import { StartFailure } from './start-failure.js';

const KEY = 'QM_LINT_CONFIG';

/** How this deployment lints; a StartFailure that names every fault of the file with its place. */
export const lintSettings = (
  path: string | undefined,
  profiles: readonly ClientProfile[] | undefined,
): LintSettings => {
  const settings = path === undefined ? DEFAULT_LINT : settingsIn(path);
  return profiles === undefined ? settings : { ...settings, profiles: new Set(profiles) };
};

const settingsIn = (path: string): LintSettings => {
  const reading = readLintSettings(configDocument(path, KEY));
  if (reading.ok) return reading.settings;
  const faults = reading.errors.map(
    ({ pointer, code, message }) => `${pointer === '' ? '(root)' : pointer}: ${code}, ${message}`,
  );
  throw new StartFailure(`${path} (${KEY}) is refused: ${faults.join('; ')}`, 'Correct it');
};

/** `openai, gemini`, or `none`; null for anything else. */
export const profilesIn = (text: string): readonly ClientProfile[] | null => {
  const names = text.toLowerCase() === 'none' ? [] : text.split(',').map((name) => name.trim());
  const known = names.filter(isClientProfile);
  return known.length === names.length ? known : null;
};

export const PROFILES_EXPECTED = `none or a list of ${PROFILE_NAMES.join(', ')}`;
