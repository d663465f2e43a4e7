import { paint, type Terminal } from './terminal.js';
import { shown } from './text.js';

/** A heading, and below it what is known under each name; a value of several lines stays in its column. */
export const facts = (
  terminal: Terminal,
  heading: string,
  known: readonly (readonly [name: string, value: string | undefined])[],
): string => {
  const stated = known.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const width = Math.max(...stated.map(([name]) => name.length));
  const lines = stated.map(([name, value]) => {
    const [first = '', ...more] = value.split('\n').map(shown);
    const indent = ' '.repeat(width + 4);
    return [
      `  ${paint(terminal, 'dim', name.padEnd(width))}  ${first}`,
      ...more.map((line) => indent + line),
    ].join('\n');
  });
  return [paint(terminal, 'bold', heading), ...lines].join('\n');
};
