import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

/** What the format of OpenAI keeps; see `candidates/formats/openai.ts`. */
const MOST = 1_024;

export const openaiDescriptionCut: LintRule = {
  id: 'openai-description-cut',
  level: 'warning',
  client: { profile: 'openai', since: LOOKED_UP },
  message: `The description is cut after ${MOST} characters for OpenAI.`,
  remedy: `Say what matters in the first ${MOST} characters, or shorten it.`,
  reference:
    'https://portkey.ai/error-library/description-length-error-10058 (Azure OpenAI, and older models of OpenAI, refuse the whole request for a longer one)',
  matches: ({ contract: { description } }) =>
    description.length > MOST ? [{ path: '/description' }] : [],
  examples: [
    { title: 'one more', contract: { description: 'word '.repeat(205) }, finds: ['/description'] },
    { title: 'just fits', contract: { description: 'word '.repeat(204) }, finds: [] },
  ],
};
