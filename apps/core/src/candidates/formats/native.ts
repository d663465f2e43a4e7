import type { Contract } from '../../contract/contract.js';
import { objectOf, type Json, type JsonObject } from '../../json/value.js';
import type { Deprecation, Descriptor } from '../descriptor.js';
import { requiredParameters } from './summary-schema.js';
import { fullDescription, oneLine } from './text.js';

type Entry = readonly [string, Json];

/** The catalog's own form: always these fields, null or empty where a contract does not state one. */
export const native = (descriptor: Descriptor): JsonObject => {
  const { contract } = descriptor;
  return objectOf([
    ['tool_id', descriptor.tool_id],
    ['version', descriptor.version],
    ['title', contract.title ?? null],
    ['description', fullDescription(descriptor)],
    ['tags', contract.tags ?? []],
    ['input_schema', contract.input_schema],
    ['output_schema', contract.output_schema ?? null],
    ['annotations', contract.annotations ?? null],
    ['side_effect', contract.side_effect],
    ['idempotent', contract.idempotent],
    ['idempotency_key', idempotencyKey(contract)],
    ['confirm_arguments', contract.confirm_arguments ?? []],
    ['timeout_ms', contract.timeout_ms],
    ['errors', errors(contract)],
    ['risk_level', descriptor.risk_level],
    ['requires_approval', descriptor.requires_approval],
    ['contract_digest', descriptor.contract_digest],
    ['deprecation', deprecation(descriptor.deprecation)],
    ...found(descriptor),
  ]);
};

export const nativeSummary = (descriptor: Descriptor): JsonObject =>
  objectOf([
    ['tool_id', descriptor.tool_id],
    ['version', descriptor.version],
    ['description', oneLine(descriptor)],
    ['required_parameters', requiredParameters(descriptor.contract.input_schema)],
    ['risk_level', descriptor.risk_level],
    ['requires_approval', descriptor.requires_approval],
    ['deprecation', deprecation(descriptor.deprecation)],
    ...found(descriptor),
  ]);

const idempotencyKey = ({ idempotency_key: key }: Contract): Json =>
  key === undefined ? null : { in: key.in, name: key.name };

const errors = (contract: Contract): Json =>
  (contract.errors ?? []).map(({ code, retryable, description }) => ({
    code,
    retryable,
    ...(description === undefined ? {} : { description }),
  }));

const deprecation = (stated: Deprecation | null): Json =>
  stated === null
    ? null
    : { reason: stated.reason, sunset_at: stated.sunset_at, successor: stated.successor };

const found = ({ score, reasons }: Descriptor): Entry[] => {
  const entries: Entry[] = [];
  if (score !== undefined) entries.push(['score', score]);
  if (reasons !== undefined) {
    entries.push(['reasons', reasons.map(({ field, terms }) => ({ field, terms }))]);
  }
  return entries;
};
