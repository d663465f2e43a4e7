import type { Json } from './value.js';

export type JsonFaultCode =
  | 'bad-json'
  | 'duplicate-key'
  | 'unsafe-number'
  | 'nul-character'
  | 'lone-surrogate'
  | 'too-many-values'
  | 'too-long-text';

export interface JsonFault {
  readonly ok: false;
  readonly code: JsonFaultCode;
  readonly pointer: string;
  readonly message: string;
}

export type JsonReading = { readonly ok: true; readonly value: Json } | JsonFault;

/** What a document may hold at most; reading stops where there is more. */
export interface JsonLimits {
  /** Values, containers and what is inside of them alike. */
  readonly values: number;
  /** Members of one object: to go through very many by their names takes long. */
  readonly members: number;
  /** Characters of one string, key or number, as it is written. */
  readonly text: number;
}
