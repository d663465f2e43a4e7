import type { OpenAPIObject } from '@nestjs/swagger';

interface Link {
  /** `METHOD path`, and the status of the answer that leads on. */
  readonly from: string;
  readonly status: string;
  readonly to: readonly string[];
  /** Parameter → where its value is, as OpenAPI's runtime expressions name it. */
  readonly parameters: Readonly<Record<string, string>>;
}

const OF_THE_SAME_VERSION = { tool_id: '$request.path.tool_id', version: '$request.path.version' };

/** Where an answer names what another operation is asked about. */
const LINKS: readonly Link[] = [
  {
    from: 'POST /v1/api-keys',
    status: '201',
    to: ['GET /v1/api-keys/{id}', 'DELETE /v1/api-keys/{id}'],
    parameters: { id: '$response.body#/id' },
  },
  {
    from: 'PUT /v1/tools/{tool_id}/versions/{version}',
    status: '201',
    to: [
      'GET /v1/tools/{tool_id}/versions/{version}',
      'DELETE /v1/tools/{tool_id}/versions/{version}',
      'POST /v1/tools/{tool_id}/versions/{version}/transitions',
      'POST /v1/tools/{tool_id}/versions/{version}/evidence',
      'POST /v1/tools/{tool_id}/versions/{version}/waivers',
      'PUT /v1/tools/{tool_id}/versions/{version}/rollout',
    ],
    parameters: OF_THE_SAME_VERSION,
  },
  {
    from: 'GET /v1/tools/{tool_id}/policy',
    status: '200',
    to: ['PUT /v1/tools/{tool_id}/policy'],
    parameters: { tool_id: '$request.path.tool_id', 'If-Match': '$response.header.ETag' },
  },
  {
    from: 'PUT /v1/tools/{tool_id}/policy',
    status: '202',
    to: ['GET /v1/policy-proposals/{id}', 'POST /v1/policy-proposals/{id}/decision'],
    parameters: { id: '$response.body#/id' },
  },
];

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;

/** Adds to the answers of an operation where they lead. */
export const withLinks = (name: string, operation: Operation, paths: Paths): Operation => {
  const links = LINKS.filter(({ from }) => from === name);
  return links.length === 0
    ? operation
    : {
        ...operation,
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [
            status,
            {
              ...response,
              ...linksOf(
                links.filter((link) => link.status === status),
                paths,
              ),
            },
          ]),
        ) as Operation['responses'],
      };
};

const linksOf = (links: readonly Link[], paths: Paths): object => {
  const named = links.flatMap(({ to, parameters }) =>
    to.map((name) => {
      const operationId = operationIdOf(name, paths);
      return [operationId, { operationId, parameters }] as const;
    }),
  );
  return named.length === 0 ? {} : { links: Object.fromEntries(named) };
};

const operationIdOf = (name: string, paths: Paths): string => {
  const [method = '', path = ''] = name.split(' ');
  const operation = Object.entries(paths[path] ?? {}).find(([key]) => key === method.toLowerCase());
  const id = (operation?.[1] as Operation | undefined)?.operationId;
  if (id === undefined) throw new Error(`a link leads to ${name}, which is not there`);
  return id;
};
