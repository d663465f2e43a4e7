import type { Descriptor } from '../descriptor.js';

/** The contract's description, and below it what the platform adds. */
export const fullDescription = ({
  contract,
  note,
}: Pick<Descriptor, 'contract' | 'note'>): string =>
  note === null || note === '' ? contract.description : `${contract.description}\n\n${note}`;

/** As much of the description as fits; the platform's note is kept whole where it can be. */
export const cutDescription = (descriptor: Descriptor, most: number): string => {
  const full = fullDescription(descriptor);
  if (full.length <= most) return full;
  const note = full.slice(descriptor.contract.description.length);
  if (note.length > most / 2) return cut(full, most);
  return cut(descriptor.contract.description, most - note.length) + note;
};

const ONE_LINE = 160;

/** The first line of the description, short enough for a list. */
export const oneLine = ({ contract }: Descriptor): string => {
  const line = contract.description.trim().split(/\r?\n/, 1)[0] ?? '';
  return cut(line.trim(), ONE_LINE);
};

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trimEnd()}…`;
};
