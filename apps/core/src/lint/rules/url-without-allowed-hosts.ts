import { member, type Json, type JsonObject } from '../../json/value.js';
import { hitsByForeignTexts } from '../foreign-texts.js';
import type { LintRule } from '../lint-rule.js';
import { nameAt, wordsOf } from '../words.js';

/** Hosts that no allow-list names, the metadata service of clouds among them. */
const FOREIGN = [
  ...['https://attacker.example', 'https://attacker.example/', 'https://attacker.example/a'],
  ...['https://attacker.com', 'https://attacker.com/', 'https://attacker.com/a/b?c=d'],
  ...['http://attacker.com/', 'http://169.254.169.254/latest/meta-data/', 'http://localhost:8080/'],
];

const LAST_WORDS: ReadonlySet<string> = new Set(['url', 'urls', 'uri', 'uris', 'webhook']);
const FORMATS: ReadonlySet<Json> = new Set(['uri', 'url', 'iri']);

export const urlWithoutAllowedHosts: LintRule = {
  id: 'url-without-allowed-hosts',
  level: 'warning',
  message: 'An address of any host is taken here.',
  remedy:
    'Keep to known hosts with a `pattern` such as `^https://(docs|wiki)\\.example\\.com/`, or take an id and let the server make the address.',
  reference: 'OWASP API7 (server side request forgery): the address may come out of hostile text.',
  matches: (subject) =>
    hitsByForeignTexts(
      subject,
      FOREIGN,
      ({ path, schema }) => namesAddress(path, member(schema, 'format')) && !isReadOnly(schema),
    ),
  examples: [
    {
      title: 'an address by its name or its format, and a pattern of any host',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            imageUrl: { type: 'string', maxLength: 200 },
            page: { type: 'string', maxLength: 200, format: 'uri' },
            webhook: { type: 'string', maxLength: 200, pattern: '^https://' },
          },
        },
      },
      finds: [
        '/input_schema/properties/imageUrl',
        '/input_schema/properties/page',
        '/input_schema/properties/webhook',
      ],
    },
    {
      title: 'known hosts, listed addresses, an id, and what is only read',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            imageUrl: { type: 'string', maxLength: 200, pattern: '^https://img\\.example\\.com/' },
            page: { type: 'string', format: 'uri', enum: ['https://docs.example.com/'] },
            url_id: { type: 'string', maxLength: 20 },
            webUrl: { type: 'string', maxLength: 99, description: 'Where it is. Read-only.' },
          },
        },
      },
      finds: [],
    },
  ],
};

const namesAddress = (path: string, format: Json | undefined): boolean => {
  if (format !== undefined && FORMATS.has(format)) return true;
  const words = wordsOf(nameAt(path) ?? '');
  return LAST_WORDS.has(words.at(-1) ?? '');
};

/** A resource that is sent back whole says so of what the service fills in. */
const isReadOnly = (schema: JsonObject): boolean => {
  const description = member(schema, 'description');
  return (
    member(schema, 'readOnly') === true ||
    (typeof description === 'string' && /\bread-only\b/i.test(description))
  );
};
