import { Document, visit, type Scalar } from 'yaml';
import type { Json } from '#core/json/value.js';

/**
 * YAML for people that reads again as exactly this JSON: no anchors, no folded lines, and quotes
 * wherever the form of a text would be a matter of opinion.
 */
export const yamlText = (value: Json): string => {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, { Scalar: (_key, node) => void chooseForm(node) });
  return document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
};

/** Printable text that neither begins nor ends with white space. */
const PLAIN = /^(?:[^\s\p{C}](?:[^\s\p{C}]| )*)?(?<! )$/u;

function chooseForm(node: Scalar): void {
  if (typeof node.value !== 'string') return;
  const [first = '', ...more] = node.value.split('\n');
  const isPlain = first !== '' && [first, ...more].every((line) => PLAIN.test(line));
  if (!isPlain) node.type = 'QUOTE_DOUBLE';
}
