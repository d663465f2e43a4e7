import type { SearchDocument } from './document.js';

/** Encoders read some hundred words; what comes later would only cost. */
const MOST_CHARACTERS = 1_500;

/** What an encoder is given of a tool: its name in words, and what is said of it. */
export const embeddedText = ({ tool_id: toolId, title, description }: SearchDocument): string => {
  const name = toolId.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[_\-.]+/g, ' ');
  const parts = title === undefined ? [name, description] : [name, title, description];
  return parts.join('. ').slice(0, MOST_CHARACTERS);
};
