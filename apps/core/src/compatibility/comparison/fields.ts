import type { Contract, ParameterMapping, Target, ToolError } from '../../contract/contract.js';
import { isObject, member, type Json } from '../../json/value.js';
import type { Aspect, Change } from '../change.js';
import { isEqual } from './equality.js';

/** Differences of everything in a contract that is no schema. */
export const compareFields = (before: Contract, after: Contract): Change[] => [
  ...whole('text', 'title', textOf(before.title), textOf(after.title)),
  ...whole('text', 'description', textOf(before.description), textOf(after.description)),
  ...whole('tags', 'tags', sorted(before.tags), sorted(after.tags)),
  ...whole('hints', 'annotations', before.annotations, after.annotations),
  ...whole('mcp', 'mcp', asJson(before.mcp), asJson(after.mcp)),
  ...whole('side-effect', 'side_effect', before.side_effect, after.side_effect),
  ...whole('idempotent', 'idempotent', before.idempotent, after.idempotent),
  ...whole(
    'idempotency-key',
    'idempotency_key',
    asJson(before.idempotency_key),
    asJson(after.idempotency_key),
  ),
  ...confirmArguments(before, after),
  ...whole('timeout', 'timeout_ms', before.timeout_ms, after.timeout_ms),
  ...errorCodes(before.errors ?? [], after.errors ?? []),
  ...targets(before, after),
  ...whole('implementation', 'implementation', before.implementation, after.implementation),
];

/** The contract's own parts are JSON, read from JSON: undefined members are not there. */
const asJson = (value: object | undefined): Json | undefined => value as Json | undefined;

const textOf = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

const sorted = (values: readonly string[] | undefined): Json | undefined =>
  values === undefined || values.length === 0 ? undefined : [...new Set(values)].sort();

const whole = (
  aspect: Aspect,
  field: string,
  before: Json | undefined,
  after: Json | undefined,
): Change[] =>
  isEqual(before, after)
    ? []
    : [changeOf({ aspect, path: `/${field}`, subject: field, before, after })];

const changeOf = (change: {
  readonly aspect: Aspect;
  readonly path: string;
  readonly subject: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}): Change => {
  const { aspect, path, subject, before, after } = change;
  return Object.freeze({
    side: 'contract',
    aspect,
    action: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    path,
    subject,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    edits: [],
  });
};

const confirmArguments = (before: Contract, after: Contract): Change[] => {
  const old = new Set(before.confirm_arguments ?? []);
  const now = new Set(after.confirm_arguments ?? []);
  const path = '/confirm_arguments';
  const changed = [...new Set([...old, ...now])].filter((name) => old.has(name) !== now.has(name));
  return changed.map((name) =>
    changeOf({
      aspect: 'confirm-argument',
      path,
      subject: name,
      before: old.has(name) ? name : undefined,
      after: now.has(name) ? name : undefined,
    }),
  );
};

const errorCodes = (before: readonly ToolError[], after: readonly ToolError[]): Change[] => {
  const old = new Map(before.map((error) => [error.code, error]));
  const now = new Map(after.map((error) => [error.code, error]));
  const position = (code: string): number => {
    const at = after.findIndex((error) => error.code === code);
    return at === -1 ? before.findIndex((error) => error.code === code) : at;
  };
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((code) =>
    errorCode(code, `/errors/${String(position(code))}`, old.get(code), now.get(code)),
  );
};

const errorCode = (
  code: string,
  path: string,
  before: ToolError | undefined,
  after: ToolError | undefined,
): Change[] => {
  if (before === undefined || after === undefined) {
    const [old, now] = [before && code, after && code];
    return [changeOf({ aspect: 'error-code', path, subject: code, before: old, after: now })];
  }
  const part = (aspect: Aspect, name: 'retryable' | 'description'): Change[] =>
    isEqual(before[name], after[name])
      ? []
      : [
          changeOf({
            aspect,
            path: `${path}/${name}`,
            subject: code,
            before: before[name],
            after: after[name],
          }),
        ];
  return [...part('error-retryable', 'retryable'), ...part('error-description', 'description')];
};

/** Parameter mappings that come or go with their argument are part of that input change. */
const targets = (before: Contract, after: Contract): Change[] => {
  const [old, now] = [argumentsOf(before), argumentsOf(after)];
  const kept = (name: string): boolean => old.has(name) === now.has(name);
  return whole('target', 'target', comparable(before.target, kept), comparable(after.target, kept));
};

const argumentsOf = ({ input_schema }: Contract): ReadonlySet<string> => {
  const properties = member(input_schema, 'properties');
  return new Set(isObject(properties) ? Object.keys(properties) : []);
};

const comparable = (target: Target, isKept: (argument: string) => boolean): Json => {
  if (target.kind !== 'openapi') return { ...target };
  const mappings = target.parameters.filter(({ argument }) => isKept(argument)).map(mappingOf);
  return { ...target, parameters: mappings.sort(byText) };
};

const mappingOf = (mapping: ParameterMapping): string =>
  JSON.stringify([
    mapping.argument,
    mapping.in,
    mapping.name,
    mapping.style ?? null,
    mapping.explode ?? null,
    mapping.content_type ?? null,
  ]);

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
