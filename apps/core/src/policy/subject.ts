import type { FieldError } from '../problems/field-error.js';

/**
 * By which two spellings of a subject are one person: without regard to case, width and ligatures
 * (Unicode NFKC). Upper case goes first, so that `ß` and `ss` meet.
 */
export const personOf = (subject: string): string =>
  subject.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

/** Whether somebody is among these people, however each of them is spelled. */
export const isAmong = (subject: string, people: readonly string[]): boolean => {
  const person = personOf(subject);
  return people.some((other) => personOf(other) === person);
};

/** Who acts, and where somebody else is behind it, who. */
export interface Party {
  readonly subject: string;
  readonly onBehalfOf?: string;
}

/** Everybody who has a hand in what a party does. */
export const peopleOf = ({ subject, onBehalfOf }: Party): readonly string[] =>
  onBehalfOf === undefined ? [subject] : [subject, onBehalfOf];

/** Whose judgement it is when a party decides: of the person behind it, if there is one. */
export const deciderOf = ({ subject, onBehalfOf }: Party): string => onBehalfOf ?? subject;

/** Whether a party, or whoever is behind it, is among these people. */
export const isInvolved = (party: Party, people: readonly string[]): boolean =>
  peopleOf(party).some((person) => isAmong(person, people));

/**
 * Why a name cannot be that of a key: it looks like another one, or is the service's own. Pointers
 * are relative to the body. Whole words in the letters of another script stay possible; what nobody
 * can see, or tell from a neighbour in the same word, does not.
 */
export const subjectFaults = (subject: string): FieldError[] => {
  const found = FAULTS.filter(({ has }) => has(subject));
  return found.map(({ code, message }) => ({ pointer: '/subject', code, message }));
};

/** Scripts of which one word holds one: their letters are drawn alike. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'] as const;

const LETTERS = ALIKE.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

const mixesScripts = (subject: string): boolean =>
  subject
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => LETTERS.filter((letter) => letter.test(word)).length > 1);

/**
 * `bootstrap`, the admin that was there before any key, and `rule:…`, what was approved by rule:
 * nobody may bear one, however it is spelled, lest the trail tells of somebody else.
 */
const isReserved = (subject: string): boolean => {
  const name = personOf(subject).trim();
  return name === 'bootstrap' || name.startsWith('rule:');
};

const FAULTS = [
  {
    code: 'reserved',
    message: '`bootstrap` and `rule:…` are names of the service itself',
    has: isReserved,
  },
  {
    code: 'malformed',
    message: 'must be in Unicode normalization form C',
    has: (subject: string) => subject.normalize('NFC') !== subject,
  },
  {
    code: 'malformed',
    message: 'must not hold characters that nobody sees, nor a space other than a single one',
    has: (subject: string) =>
      /[\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}| {2}/u.test(subject),
  },
  {
    code: 'malformed',
    message: 'must not mix the letters of two scripts that look alike in one word',
    has: mixesScripts,
  },
] as const;
