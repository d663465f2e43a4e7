/**
 * What can be said of a format without a doubt. Validators differ at the edges, so that a string
 * between `surely` and `perhaps` is neither valid nor invalid here.
 */
interface Format {
  /** Every validator that asserts the format accepts these. */
  readonly surely: RegExp;
  /** Every validator that asserts it refuses what does not match this. */
  readonly perhaps: RegExp;
  readonly examples: readonly string[];
}

const DATE = '(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])';
const TIME =
  '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)';
const LABEL = '[a-z](?:[a-z0-9]{0,20}[a-z0-9])?';
const HOST = `${LABEL}(?:\\.${LABEL}){0,4}`;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const PATH = '(?:/[A-Za-z0-9_-]+){0,8}/?';

const whole = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'u');

const ANY = /^[^]*$/u;
const NO_SPACE = /^[^\s]*$/u;

/** The formats of both dialects; names beyond these are annotations to every validator. */
const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', { surely: whole(DATE), perhaps: /^\d{4}-\d\d-\d\d$/u, examples: ['2020-01-01'] }],
  ['time', { surely: whole(TIME), perhaps: /^\d\d:\d\d/u, examples: ['00:00:00Z'] }],
  [
    'date-time',
    {
      surely: whole(`${DATE}T${TIME}`),
      perhaps: /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/u,
      examples: ['2020-01-01T00:00:00Z'],
    },
  ],
  [
    'duration',
    { surely: whole('P\\d{1,3}[YMWD]|PT\\d{1,3}[HMS]'), perhaps: /^P/u, examples: ['P1D'] },
  ],
  [
    'email',
    {
      surely: whole(`${LABEL}@${LABEL}(?:\\.${LABEL}){1,3}`),
      perhaps: /.@./u,
      examples: ['a@b.co'],
    },
  ],
  [
    'idn-email',
    { surely: whole(`${LABEL}@${LABEL}(?:\\.${LABEL}){1,3}`), perhaps: ANY, examples: ['a@b.co'] },
  ],
  [
    'hostname',
    { surely: whole(HOST), perhaps: /^[A-Za-z0-9][A-Za-z0-9.-]*$/u, examples: ['a', 'a.co'] },
  ],
  ['idn-hostname', { surely: whole(HOST), perhaps: ANY, examples: ['a', 'a.co'] }],
  [
    'ipv4',
    {
      surely: whole(IPV4),
      perhaps: /^\d{1,3}(?:\.\d{1,3}){3}$/u,
      examples: ['0.0.0.0', '127.0.0.1'],
    },
  ],
  [
    'ipv6',
    {
      surely: whole('::1?|(?:[1-9a-f][0-9a-f]{0,3}:){7}[1-9a-f][0-9a-f]{0,3}'),
      perhaps: /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.%a-z]*$/u,
      examples: ['::1', '::'],
    },
  ],
  [
    'uri',
    {
      surely: whole(`https?://${LABEL}(?:\\.${LABEL}){1,3}${PATH}`),
      perhaps: /^[A-Za-z][^\s]*:[^\s]*$/u,
      examples: ['https://a.co', 'https://a.co/a'],
    },
  ],
  [
    'iri',
    {
      surely: whole(`https?://${LABEL}(?:\\.${LABEL}){1,3}${PATH}`),
      perhaps: ANY,
      examples: ['https://a.co'],
    },
  ],
  [
    'uri-reference',
    { surely: whole(`${LABEL}|${PATH}`), perhaps: NO_SPACE, examples: ['', 'a', '/a'] },
  ],
  ['iri-reference', { surely: whole(`${LABEL}|${PATH}`), perhaps: ANY, examples: ['', 'a', '/a'] }],
  [
    'uri-template',
    { surely: whole(`${LABEL}|${PATH}`), perhaps: NO_SPACE, examples: ['', 'a', '/a'] },
  ],
  [
    'uuid',
    {
      surely: whole('[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'),
      perhaps: /^[^]{36,}$/u,
      examples: ['00000000-0000-4000-8000-000000000000'],
    },
  ],
  [
    'json-pointer',
    {
      surely: whole('(?:/[A-Za-z0-9]*){0,9}'),
      perhaps: /^(?:\/[^]*)?$/u,
      examples: ['', '/', '/a'],
    },
  ],
  [
    'relative-json-pointer',
    {
      surely: whole('(?:0|[1-9]\\d{0,3})(?:/[A-Za-z0-9]+){0,9}'),
      perhaps: /^\d/u,
      examples: ['0', '1/a'],
    },
  ],
  ['regex', { surely: whole('[A-Za-z0-9 ]*'), perhaps: /^(?!\(+$)[^]*$/u, examples: ['', 'a'] }],
]);

/** Strings that most formats refuse. */
const MISFITS = ['', ' ', 'a', '0', '(', 'not valid', '((', 'a b', '\n'];

export const isKnownFormat = (name: string): boolean => FORMATS.has(name);

/** null: validators may differ. */
export const matchesFormat = (name: string, text: string): boolean | null => {
  const format = FORMATS.get(name);
  if (format === undefined || format.surely.test(text)) return true;
  return format.perhaps.test(text) ? null : false;
};

/** Strings worth trying where these formats are asked for or refused. */
export const formatCandidates = (names: readonly string[]): string[] => [
  ...names.flatMap((name) => FORMATS.get(name)?.examples ?? []),
  ...MISFITS,
];
