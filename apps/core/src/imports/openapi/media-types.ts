import { isObject } from '../../json/value.js';
import { memberAt, type Located } from './look-up.js';

/** One way in which a body may be written, and where its schema stands. */
export interface Media {
  readonly type: string;
  readonly schema: Located | undefined;
  /** Of each element, where the body is a sequence of them (3.2). */
  readonly itemSchema: Located | undefined;
  readonly encoding: Located | undefined;
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

export const isJsonType = (type: string): boolean =>
  /^(application|text)\/(.+\+)?json$/.test(bare(type)) || bare(type) === '*/*';

/** JSON before its relatives, forms before texts, anything else last; the name decides the rest. */
const rankOf = (type: string): number => {
  const name = bare(type);
  if (name === 'application/json') return 0;
  if (isJsonType(type)) return 1;
  if (FORMS.includes(name)) return 2;
  return name.startsWith('text/') ? 3 : 4;
};

/** The one way that a tool uses, whatever the order in which the document lists them. */
export const preferredType = (types: readonly string[]): string | undefined =>
  [...types].sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))[0];

/** The preferred entry of a `content` map. */
export const preferredMedia = (content: Located | undefined): Media | undefined => {
  if (content === undefined || !isObject(content.value)) return undefined;
  const type = preferredType(Object.keys(content.value));
  const media = type === undefined ? undefined : memberAt(content, type);
  if (type === undefined || media === undefined) return undefined;
  return {
    type,
    schema: memberAt(media, 'schema'),
    itemSchema: memberAt(media, 'itemSchema'),
    encoding: memberAt(media, 'encoding'),
  };
};

function bare(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
