import { objectOf, type JsonObject } from '../../json/value.js';
import type { Descriptor } from '../descriptor.js';
import { forGemini } from './acceptable.js';
import { clientName } from './client-name.js';
import { rootObject } from './root-object.js';
import { summarySchema } from './summary-schema.js';
import { fullDescription, oneLine } from './text.js';

/**
 * A function declaration of the Gemini API. `parametersJsonSchema` takes JSON Schema as it is, where
 * `parameters` knows only a few keywords of OpenAPI.
 */
export const gemini = (descriptor: Descriptor): JsonObject =>
  declaration(
    descriptor,
    fullDescription(descriptor),
    rootObject(forGemini(descriptor.contract.input_schema)),
  );

export const geminiSummary = (descriptor: Descriptor): JsonObject =>
  declaration(descriptor, oneLine(descriptor), summarySchema(descriptor.contract.input_schema));

const declaration = (
  { tool_id }: Descriptor,
  description: string,
  schema: JsonObject,
): JsonObject =>
  objectOf([
    ['name', clientName(tool_id)],
    ['description', description],
    ['parametersJsonSchema', schema],
  ]);
