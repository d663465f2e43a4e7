/** Why a schema is refused, and where: `pointer` is relative to the schema's root. */
export interface SchemaFault {
  readonly pointer: string;
  /** e.g. `dialect-unsupported`, `reference-unresolved`, `pattern-invalid`, `too-deep`. */
  readonly code: string;
  readonly message: string;
}
