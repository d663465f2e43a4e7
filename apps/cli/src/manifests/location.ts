/** A place in a file of the repository, as editors and pipelines name it. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON Pointer into that file. */
  readonly pointer: string;
}

export interface LocatedFault extends Location {
  readonly code: string;
  readonly message: string;
}

/** `quartermaster.yaml:12:5`, which terminals and editors open. */
export const shownPlace = ({ file, line, column }: Location): string => `${file}:${line}:${column}`;
