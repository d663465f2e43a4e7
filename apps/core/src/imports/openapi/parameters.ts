import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import type { SetAside } from '../tools-list/set-aside.js';
import type { Converted } from './convert-schema.js';
import type { Definitions } from './definitions.js';
import { textOf } from './document.js';
import { memberAt, type Located } from './look-up.js';
import { preferredMedia } from './media-types.js';

/** One value that a request carries, before it has a name among the arguments. */
export interface Part {
  readonly in: string;
  /** On the wire. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: Converted;
  /** What the target says of it beyond `argument`, `in` and `name`. */
  readonly wire: readonly (readonly [string, Json])[];
  readonly pointer: string;
}

const PLACES = ['path', 'query', 'header', 'cookie', 'querystring'];
/** OpenAPI keeps these for itself: they are said by `content` and by the security. */
const NOT_PARAMETERS = ['accept', 'content-type', 'authorization'];

export const isIgnored = ({ value }: Located<JsonObject>): boolean =>
  value['in'] === 'header' && NOT_PARAMETERS.includes(String(value['name']).toLowerCase());

/** What is wrong with a parameter before anybody looks at its schema. */
export const parameterFault = ({ value, pointer }: Located<JsonObject>): SetAside | null => {
  if (PLACES.includes(String(value['in']))) return null;
  const message = `No parameter travels in "${String(value['in'])}".`;
  return { code: 'parameter-malformed', pointer: `${pointer}/in`, message };
};

/** A parameter of OpenAPI 3, whose schema stands under `schema` or under `content`. */
export const readParameter = (at: Located<JsonObject>, definitions: Definitions): Part => {
  const { value, pointer } = at;
  const media = preferredMedia(memberAt(at, 'content'));
  const schema = media?.schema ?? memberAt(at, 'schema') ?? { value: true, pointer };
  const place = String(value['in']);
  return {
    in: place,
    name: String(value['name']),
    required: place === 'path' || value['required'] === true,
    schema: described(definitions.convert(schema), value, examplesOf(value)),
    wire: media === undefined ? styleOf(place, value) : [['content_type', media.type]],
    pointer,
  };
};

/** A parameter of Swagger 2.0 is a schema itself. */
export const readOldParameter = (at: Located<JsonObject>, definitions: Definitions): Part => {
  const { value, pointer } = at;
  const place = String(value['in']);
  const schema = definitions.convert({ value: schemaOfOld(value), pointer });
  return {
    in: place,
    name: String(value['name']),
    required: place === 'path' || value['required'] === true,
    schema: described(schema, value, []),
    wire: styleOf(place, oldStyle(place, value)),
    pointer,
  };
};

const NO_SCHEMA = ['name', 'in', 'required', 'description', 'collectionFormat', 'allowEmptyValue'];

export function schemaOfOld(value: JsonObject): JsonObject {
  return objectOf(Object.entries(value).filter(([key]) => !NO_SCHEMA.includes(key)));
}

const OLD_STYLES: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  tsv: 'tabDelimited',
};

/** The words of 3.0 for a `collectionFormat`, which is `csv` where nothing is said. */
export function oldStyle(place: string, value: JsonObject): JsonObject {
  if (value['type'] !== 'array') return {};
  const format = String(value['collectionFormat'] ?? 'csv');
  const style = OLD_STYLES[format] ?? defaultStyle(place);
  return { style, explode: format === 'multi' };
}

function defaultStyle(place: string): string {
  return place === 'path' || place === 'header' ? 'simple' : 'form';
}

/** Only what departs from the default of the place, so that saying the default changes nothing. */
export function styleOf(place: string, value: JsonObject): (readonly [string, Json])[] {
  if (place === 'querystring') return [];
  const style = textOf(member(value, 'style')) ?? defaultStyle(place);
  const explodes = style === 'form';
  const explode = member(value, 'explode') ?? explodes;
  return [
    ...(style === defaultStyle(place) ? [] : [['style', style] as const]),
    ...(explode === explodes ? [] : [['explode', explode] as const]),
  ];
}

/** The parameter's own words stand above those of its schema. */
export function described(
  converted: Converted,
  value: JsonObject,
  examples: readonly Json[],
): Converted {
  const { schema } = converted;
  const description = textOf(member(value, 'description'));
  const own: (readonly [string, Json])[] = [
    ...(description === null ? [] : [['description', description] as const]),
    ...(member(value, 'deprecated') === true ? [['deprecated', true] as const] : []),
    ...(examples.length === 0 ? [] : [['examples', examples] as const]),
  ];
  if (own.length === 0 || schema === false) return converted;
  const said = new Set(own.map(([key]) => key));
  const kept = isObject(schema) ? Object.entries(schema).filter(([key]) => !said.has(key)) : [];
  return { ...converted, schema: objectOf([...kept, ...own]) };
}

function examplesOf(value: JsonObject): Json[] {
  const one = member(value, 'example');
  if (one !== undefined) return [one];
  const many = member(value, 'examples');
  if (!isObject(many) || isArray(many)) return [];
  return Object.values(many).flatMap((example) => {
    const inner = isObject(example) ? member(example, 'value') : undefined;
    return inner === undefined ? [] : [inner];
  });
}
