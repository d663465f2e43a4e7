import { objectOf, type JsonObject } from '../../json/value.js';
import type { Descriptor } from '../descriptor.js';
import { forAnthropic } from './acceptable.js';
import { clientName } from './client-name.js';
import { flatRoot } from './root-object.js';
import { summarySchema } from './summary-schema.js';
import { fullDescription, oneLine } from './text.js';

/** A tool of Anthropic's Messages API. */
export const anthropic = (descriptor: Descriptor): JsonObject =>
  tool(
    descriptor,
    fullDescription(descriptor),
    flatRoot(forAnthropic(descriptor.contract.input_schema)),
  );

export const anthropicSummary = (descriptor: Descriptor): JsonObject =>
  tool(descriptor, oneLine(descriptor), summarySchema(descriptor.contract.input_schema));

const tool = ({ tool_id }: Descriptor, description: string, schema: JsonObject): JsonObject =>
  objectOf([
    ['name', clientName(tool_id)],
    ['description', description],
    ['input_schema', schema],
  ]);
