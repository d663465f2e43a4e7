import type { OpenAPIObject } from '@nestjs/swagger';
import { isProblemCode, type ProblemCode } from '#core/problems/catalogue.js';
import { takesIdempotencyKey } from '../../http/idempotency.js';
import { PROBLEM_MEDIA_TYPE } from '../../http/problem-document.js';
import { problemResponses } from '../../http/problems.decorator.js';
import { withLinks } from './links.js';
import { withPathForms } from './path-parameters.js';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

const ALWAYS: readonly ProblemCode[] = [
  'bad-url',
  'request-malformed',
  'request-timeout',
  'uri-too-long',
  'headers-too-large',
  'internal',
  'database-unavailable',
];
const OF_A_CALLER: readonly ProblemCode[] = [
  'unauthenticated',
  'issuer-unavailable',
  'permission-missing',
  'too-many-requests',
  'query-invalid',
];
const OF_A_BODY: readonly ProblemCode[] = [
  'bad-json',
  'duplicate-key',
  'unsafe-number',
  'body-invalid',
  'body-too-large',
  'replica-busy',
  'media-type-unsupported',
  'nul-character',
  'lone-surrogate',
];
/** Read wherever one is sent, also where none is asked for; only with GET nobody looks. */
const OF_AN_UNASKED_BODY = OF_A_BODY.filter((code) => code !== 'body-invalid');
const OF_A_QUERY: readonly ProblemCode[] = ['nul-character', 'lone-surrogate'];
const OF_A_KEYED_COMMAND: readonly ProblemCode[] = [
  'header-invalid',
  'idempotency-key-reused',
  'idempotency-key-busy',
];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats are answered as the first request was, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

/**
 * Adds to every operation what the pipeline in front of it can refuse: it follows from the form of
 * the operation, so that no controller has to repeat it and none can forget it.
 */
export const withCommonProblems = (paths: OpenAPIObject['paths']): OpenAPIObject['paths'] =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, completeItem(path, item, paths)]),
  );

const completeItem = (path: string, item: PathItem, paths: OpenAPIObject['paths']): PathItem => {
  const completed = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) continue;
    const isKeyed =
      operation.security !== undefined &&
      takesIdempotencyKey(method, path.replaceAll(/\{(\w+)\}/g, ':$1'));
    completed[method] = withLinks(
      `${method.toUpperCase()} ${path}`,
      withPathForms(completeOperation(operation, { isKeyed, method })),
      paths,
    );
  }
  return completed;
};

interface Form {
  readonly method: (typeof METHODS)[number];
  readonly isKeyed: boolean;
}

const completeOperation = (operation: Operation, form: Form): Operation => {
  const codes = new Set([...codesOf(operation), ...commonCodes(operation, form)]);
  return {
    ...operation,
    ...(form.isKeyed ? { parameters: [...(operation.parameters ?? []), IDEMPOTENCY_KEY] } : {}),
    responses: {
      ...operation.responses,
      ...refusals([...codes]),
    },
  };
};

/** As the document has them: the decorator's options are its responses, but for the status. */
const refusals = (codes: readonly ProblemCode[]): Operation['responses'] =>
  Object.fromEntries(
    problemResponses(codes).map(({ status, ...response }) => [status, response]),
  ) as Operation['responses'];

const commonCodes = (operation: Operation, { method, isKeyed }: Form): readonly ProblemCode[] => {
  const isUnasked = operation.requestBody === undefined && method !== 'get';
  const hasQuery = operation.parameters?.some((each) => 'in' in each && each.in === 'query');
  return [
    ...ALWAYS,
    ...(operation.security === undefined ? [] : OF_A_CALLER),
    ...(operation.requestBody === undefined ? [] : OF_A_BODY),
    ...(isUnasked ? OF_AN_UNASKED_BODY : []),
    ...(hasQuery === true ? OF_A_QUERY : []),
    ...(isKeyed ? OF_A_KEYED_COMMAND : []),
  ];
};

/** The codes that the controller itself documented, as `Problems` named its examples. */
const codesOf = (operation: Operation): ProblemCode[] =>
  Object.values(operation.responses).flatMap((response) => {
    if (response === undefined || '$ref' in response) return [];
    return Object.keys(response.content?.[PROBLEM_MEDIA_TYPE]?.examples ?? {}).filter(
      isProblemCode,
    );
  });
