import { digestOf } from '../json/digest.js';
import { objectOf, type Json, type JsonObject } from '../json/value.js';
import { CONTRACT_FIELDS, type Contract, type Presentation } from './contract.js';

/** The contract fields that were sent, under their manifest names and in the order of the list. */
export const contractDocument = (contract: Contract): JsonObject =>
  objectOf(
    CONTRACT_FIELDS.flatMap((field) => {
      const value = contract[field];
      // Every field holds JSON that was read from a manifest; their types only say which.
      return value === undefined ? [] : [[field, value as unknown as Json] as const];
    }),
  );

/**
 * `sha256:` and the hex of SHA-256 over the RFC 8785 form of exactly the contract fields that were
 * sent: absent stays absent, no defaults, arrays in the order sent.
 */
export const contractDigest = (contract: Contract): string => digestOf(contractDocument(contract));

/** The same over the four fields of a tool's presentation. */
export const presentationDigest = ({
  owner,
  example_queries,
  aliases,
  note,
}: Presentation): string => digestOf({ owner, example_queries, aliases, note });
