import type { OpenAPIObject } from '@nestjs/swagger';
import { NAMESPACE_SCHEMA, TOOL_ID_SCHEMA } from '#core/contract/tool-id.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What a part of the path may be, where more is said of it than that it is text. */
const FORMS = new Map<string, object>([
  ['tool_id', TOOL_ID_SCHEMA],
  ['ns', NAMESPACE_SCHEMA],
]);

/** The form of what is named in the path: the pipeline refuses other ones before any controller. */
export const withPathForms = (operation: Operation): Operation => ({
  ...operation,
  parameters: (operation.parameters ?? []).map((parameter) => {
    if (!('in' in parameter) || parameter.in !== 'path') return parameter;
    const form = FORMS.get(parameter.name);
    return form === undefined
      ? parameter
      : { ...parameter, schema: { ...parameter.schema, ...form } };
  }),
});
