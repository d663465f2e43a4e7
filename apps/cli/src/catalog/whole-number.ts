import { usageFailure } from '../exit-codes.js';

/** The value of an option that counts something. */
export const readWholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw usageFailure(`${text} is no whole number`);
  return Number(text);
};
