import type { Json } from '../../json/value.js';
import type { ImportPlan } from '../tools-list/plan-import.js';
import type { Profile } from '../tools-list/profile.js';
import { readOpenApi, type OpenApiDocument } from './document.js';
import { planOpenApi } from './plan-openapi.js';

type Members = Record<string, Json>;

/** A document of some edition, of which a test states only what it is about. */
export const sampleDocument = (members: Members, edition = '3.0.3'): OpenApiDocument => {
  const version = edition === '2.0' ? { swagger: '2.0' } : { openapi: edition };
  const info = { title: 'Pets', version: '1.2.0' };
  const reading = readOpenApi({ ...version, info, paths: {}, ...members });
  if (!reading.ok) throw new Error(reading.message);
  return reading.document;
};

/** The plan of a document that holds these operations, under `GET /pets` and the like. */
export const samplePlan = (
  operations: Members,
  { edition = '3.0.3', more = {}, profile = {} }: SampleOptions = {},
): ImportPlan => {
  const paths: Record<string, Members> = {};
  for (const [place, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = place.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const document = sampleDocument({ ...more, paths }, edition);
  return planOpenApi(document, { owner: 'zoo', ...profile }, 'file');
};

export interface SampleOptions {
  readonly edition?: string;
  /** Beside the paths, `components` for one. */
  readonly more?: Members;
  readonly profile?: Profile;
}

export const OK: Json = { responses: { 200: { description: 'Fine.' } } };
