/** Just enough of RFC 3986 to resolve the references of a schema; the core has no `URL`. */

interface UriParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

// The expression of RFC 3986, appendix B, without its fragment.
const URI = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s;

const parse = (uri: string): UriParts => {
  const match = URI.exec(uri);
  return {
    scheme: match?.[1]?.toLowerCase(),
    authority: match?.[2]?.toLowerCase(),
    path: match?.[3] ?? '',
    query: match?.[4],
  };
};

const removeDotSegments = (path: string): string => {
  const output: string[] = [];
  const segments = path.split('/');
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === '..') {
      if (output.length > 1 || (output.length === 1 && output[0] !== '')) output.pop();
      if (last) output.push('');
    } else if (segment === '.') {
      if (last) output.push('');
    } else {
      output.push(segment);
    }
  });
  return output.join('/');
};

const merge = (base: UriParts, path: string): string => {
  if (base.authority !== undefined && base.path === '') return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path;
};

const print = ({ scheme, authority, path, query }: UriParts): string =>
  (scheme === undefined ? '' : `${scheme}:`) +
  (authority === undefined ? '' : `//${authority}`) +
  path +
  (query === undefined ? '' : `?${query}`);

/** The reference without its fragment, and the fragment still percent-encoded ('' if none). */
export const splitFragment = (reference: string): { uri: string; fragment: string } => {
  const at = reference.indexOf('#');
  return at < 0
    ? { uri: reference, fragment: '' }
    : { uri: reference.slice(0, at), fragment: reference.slice(at + 1) };
};

/** RFC 3986, 5.2.2, for references without a fragment; an empty base leaves them as they are. */
export const resolveUri = (base: string, reference: string): string => {
  if (reference === '') return base;
  const to = parse(reference);
  if (to.scheme !== undefined) return print({ ...to, path: removeDotSegments(to.path) });
  const from = parse(base);
  const { scheme } = from;
  if (to.authority !== undefined) {
    return print({ ...to, scheme, path: removeDotSegments(to.path) });
  }
  const { authority } = from;
  if (to.path === '') return print({ ...from, query: to.query ?? from.query });
  const path = to.path.startsWith('/') ? to.path : merge(from, to.path);
  return print({ scheme, authority, path: removeDotSegments(path), query: to.query });
};

const HEX = /^[0-9A-Fa-f]{2}$/;

const utf8Length = (lead: number): number => {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
};

const decodeBytes = (bytes: readonly number[]): string | null => {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = utf8Length(lead);
    const tail = bytes.slice(at + 1, at + length);
    if (length === 0 || tail.length < length - 1 || tail.some((byte) => byte >> 6 !== 2)) {
      return null;
    }
    const head = length === 1 ? lead : lead & (0x7f >> length);
    const point = tail.reduce((value, byte) => (value << 6) | (byte & 0x3f), head);
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return null;
    text += String.fromCodePoint(point);
    at += length;
  }
  return text;
};

/** A fragment's percent-escapes undone, or null where they are no UTF-8. */
export const decodeFragment = (fragment: string): string | null => {
  let text = '';
  for (let at = 0; at < fragment.length;) {
    const bytes: number[] = [];
    while (fragment[at] === '%') {
      const digits = fragment.slice(at + 1, at + 3);
      if (!HEX.test(digits)) return null;
      bytes.push(Number.parseInt(digits, 16));
      at += 3;
    }
    const decoded = decodeBytes(bytes);
    if (decoded === null) return null;
    text += decoded;
    if (at < fragment.length) text += fragment[at++];
  }
  return text;
};
