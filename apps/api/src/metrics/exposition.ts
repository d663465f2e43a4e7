import type { Family } from './families.js';
import type { Sample } from './instruments.js';

export const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Families with their samples in the text format of Prometheus. */
export const exposition = (families: readonly (readonly [Family, readonly Sample[]])[]): string =>
  families.map(([family, samples]) => textOf(family, samples)).join('');

const textOf = ({ name, type, help }: Family, samples: readonly Sample[]): string => {
  if (samples.length === 0) return '';
  const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
  return head + samples.map((sample) => lineOf(name, sample)).join('');
};

const lineOf = (name: string, { suffix, labels, value }: Sample): string => {
  const pairs = labels.map(([label, text]) => `${label}="${quoted(text)}"`);
  return `${name}${suffix ?? ''}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
};

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const quoted = (text: string): string => escaped(text).replaceAll('"', '\\"');
