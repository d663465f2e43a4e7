import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import type { RiskLevel } from '../../policy/policy.js';
import { Guesses, policyOf, present, timeoutOf } from '../guesses.js';
import { statedOf, type Profile } from '../tools-list/profile.js';
import type { SetAside } from '../tools-list/set-aside.js';
import { touches } from './convert-schema.js';
import { Definitions, withDefinitions, type Closure } from './definitions.js';
import { textOf, type OpenApiDocument } from './document.js';
import type { Operation } from './operations.js';
import { readRequest, type Request } from './request.js';
import { readAnswers, type Answers } from './responses.js';
import { serverUrl } from './server-url.js';

export type OperationConversion =
  | {
      readonly ok: true;
      readonly manifest: JsonObject;
      /** Keywords and members of the document that a manifest has no place for. */
      readonly leftOut: readonly string[];
    }
  | ({ readonly ok: false } & SetAside);

export interface Naming {
  readonly toolId: string;
  /** What the document is called in the target. */
  readonly document: { readonly name: string; readonly guessed: boolean };
}

/** Converts the operations of one document; what they share is converted once. */
export class OperationConverter {
  private readonly inputs: Definitions;
  private readonly outputs: Definitions;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly profile: Profile,
  ) {
    this.inputs = new Definitions(document, 'input');
    this.outputs = new Definitions(document, 'output');
  }

  /**
   * The manifest of one operation: what the document says is carried, the rest is taken from the
   * profile or guessed from the method, and every guess is listed in `proposed`. The first thing
   * that is wrong, in whatever the operation refers to, sets it aside.
   */
  convert(operation: Operation, naming: Naming): OperationConversion {
    const request = readRequest(this.document, operation, this.inputs);
    const answers = readAnswers(this.document, operation, this.outputs);
    const input = this.inputs.closureOf(request.parts.map(({ schema }) => schema));
    const root = answers.output === undefined ? undefined : this.outputs.atRoot(answers.output);
    const output = this.outputs.closureOf(root === undefined ? [] : [root]);
    const spoilt = this.document.unreadable.find(({ pointer }) =>
      touches(pointer, operation.pointer),
    );
    const [fault] = [
      ...(spoilt === undefined ? [] : [spoilt]),
      ...request.faults,
      ...input.faults,
      ...answers.faults,
      ...output.faults,
    ];
    if (fault !== undefined) return { ok: false, ...fault };
    const outputSchema =
      root === undefined ? undefined : withDefinitions(root.schema, output.definitions);
    const manifest = this.manifest(operation, naming, request, {
      input: inputSchema(request, input.definitions),
      output: outputSchema,
      errors: answers.errors,
    });
    const leftOut = new Set([
      ...request.leftOut,
      ...input.ignored,
      ...output.ignored,
      // Calls that the API makes itself.
      ...(member(operation.value, 'callbacks') === undefined ? [] : ['callbacks']),
    ]);
    return { ok: true, manifest, leftOut: [...leftOut].sort() };
  }

  private manifest(
    operation: Operation,
    naming: Naming,
    request: Request,
    { input, output, errors }: Schemas,
  ): JsonObject {
    const { profile } = this;
    const { value, method } = operation;
    const stated = statedOf(profile, naming.toolId);
    const guesses = new Guesses();
    const isSafe = SAFE.includes(method);
    const sideEffect = guesses.unless(stated.side_effect, '/side_effect', !isSafe);
    const repeats = isSafe || REPEATABLE.includes(method);
    const entries: (readonly [string, Json | undefined])[] = [
      ['title', titleOf(value)],
      ['description', descriptionOf(operation, guesses)],
      ['tags', stated.tags ?? tagsOf(value)],
      ['input_schema', input],
      ['output_schema', output],
      ['annotations', member(value, 'deprecated') === true ? { deprecated: true } : undefined],
      ['side_effect', sideEffect],
      ['idempotent', guesses.unless(stated.idempotent, '/idempotent', repeats)],
      ['timeout_ms', timeoutOf(stated.timeout_ms, profile, guesses)],
      ['errors', errors.length === 0 ? undefined : guesses.unless(undefined, '/errors', errors)],
      ['target', this.target(operation, naming, request, guesses)],
      ['implementation', this.document.digest],
      ['policy', policyOf(stated, profile, guesses, riskOf(method, sideEffect))],
      ['owner', stated.owner ?? profile.owner],
      ['proposed', guesses.pointers],
    ];
    return objectOf(present(entries));
  }

  private target(
    operation: Operation,
    { document: { name, guessed } }: Naming,
    { parameters, body }: Request,
    guesses: Guesses,
  ): JsonObject {
    const { operationId, method, path } = operation;
    const isShort = operationId !== null && operationId.length <= LONGEST_OPERATION_ID;
    return objectOf(
      present([
        ['kind', 'openapi'],
        ['document', guesses.unless(guessed ? undefined : name, '/target/document', name)],
        ['operation_id', isShort ? operationId : undefined],
        ['method', method],
        ['path', path],
        ['server', serverUrl(this.document, operation) ?? undefined],
        ['parameters', parameters],
        ['body', body],
      ]),
    );
  }
}

interface Schemas {
  readonly input: Json;
  readonly output: Json | undefined;
  readonly errors: Answers['errors'];
}

const LONGEST_OPERATION_ID = 256;
const LONGEST_TITLE = 200;
const MOST_TAGS = 32;
const LONGEST_TAG = 64;

/** RFC 9110, 9.2: what these methods ask for changes nothing, or the same however often. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'];
const REPEATABLE: readonly string[] = ['PUT', 'DELETE'];

function riskOf(method: string, sideEffect: boolean): RiskLevel {
  if (!sideEffect) return 'L1';
  return method === 'DELETE' ? 'L4' : 'L2';
}

/** Closed: what is no argument would reach no parameter. */
function inputSchema({ parts, names }: Request, definitions: Closure['definitions']): Json {
  const properties = parts
    .map(({ schema }, n) => [names[n] ?? '', schema.schema] as const)
    .sort(byName);
  const required = parts.flatMap((part, n) => (part.required ? [names[n] ?? ''] : [])).sort();
  const schema = objectOf([
    ['type', 'object'],
    ['properties', objectOf(properties)],
    ...(required.length === 0 ? [] : [['required', required] as const]),
    ['additionalProperties', false],
  ]);
  return withDefinitions(schema, definitions);
}

function byName([one]: readonly [string, Json], [other]: readonly [string, Json]): number {
  return one < other ? -1 : 1;
}

function titleOf(value: JsonObject): string | undefined {
  const summary = textOf(member(value, 'summary'));
  return summary === null || summary.length > LONGEST_TITLE ? undefined : summary;
}

function descriptionOf({ value, method, path }: Operation, guesses: Guesses): string {
  const stated = textOf(member(value, 'description')) ?? textOf(member(value, 'summary'));
  return guesses.unless(stated ?? undefined, '/description', `${method} ${path}`);
}

function tagsOf(value: JsonObject): string[] | undefined {
  const listed = member(value, 'tags');
  const tags = (isArray(listed) ? listed : [])
    .map((tag) => (isObject(tag) ? null : textOf(tag)))
    .filter((tag) => tag !== null && tag.length <= LONGEST_TAG);
  const distinct = [...new Set(tags)].filter((tag) => tag !== null).slice(0, MOST_TAGS);
  return distinct.length === 0 ? undefined : distinct;
}
