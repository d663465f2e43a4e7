import { objectOf, type JsonObject } from '../../json/value.js';
import type { Descriptor } from '../descriptor.js';
import { forOpenai } from './acceptable.js';
import { clientName } from './client-name.js';
import { flatRoot } from './root-object.js';
import { summarySchema } from './summary-schema.js';
import { cutDescription, oneLine } from './text.js';

/** A longer description makes the API refuse the whole request (`string_above_max_length`). */
const MOST_DESCRIPTION = 1024;

/** A function tool of OpenAI's chat completions. */
export const openai = (descriptor: Descriptor): JsonObject =>
  functionTool(
    descriptor,
    cutDescription(descriptor, MOST_DESCRIPTION),
    flatRoot(forOpenai(descriptor.contract.input_schema)),
  );

export const openaiSummary = (descriptor: Descriptor): JsonObject =>
  functionTool(descriptor, oneLine(descriptor), summarySchema(descriptor.contract.input_schema));

const functionTool = (
  { tool_id }: Descriptor,
  description: string,
  parameters: JsonObject,
): JsonObject =>
  objectOf([
    ['type', 'function'],
    [
      'function',
      objectOf([
        ['name', clientName(tool_id)],
        ['description', description],
        ['parameters', withProperties(parameters)],
      ]),
    ],
  ]);

/** An object schema without `properties` is refused too. */
const withProperties = (parameters: JsonObject): JsonObject =>
  Object.hasOwn(parameters, 'properties')
    ? parameters
    : objectOf([...Object.entries(parameters), ['properties', {}]]);
