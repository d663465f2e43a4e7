import type { Json } from '../json/value.js';
import type { Change } from './change.js';

const MOST_CHARACTERS = 60;

/** `maxLength is now 10; it was 40`, as far as the values are short enough to read. */
export const nowAndBefore = ({ subject, before, after, action }: Change): string => {
  const [old, now] = [before, after].map(readable);
  if (action === 'removed') {
    return old === undefined ? `${subject} is gone` : `${subject} was ${old} and is gone`;
  }
  if (action === 'added')
    return now === undefined ? `${subject} is new` : `${subject} is now ${now}`;
  if (now === undefined || old === undefined) return `${subject} has changed`;
  return `${subject} is now ${now}; it was ${old}`;
};

const readable = (value: Json | undefined): string | undefined => {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return text === undefined || text.length > MOST_CHARACTERS ? undefined : text;
};
