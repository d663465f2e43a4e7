/** One fault in a document: `pointer` is a JSON Pointer into what was sent. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}
