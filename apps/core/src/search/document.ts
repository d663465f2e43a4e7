/** What is searched of one tool version. */
export interface SearchDocument {
  readonly tool_id: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
}

interface Field {
  readonly name: FieldName;
  readonly weight: number;
  /** How far a long text is marked down: 0 not at all, 1 in full proportion to its length. */
  readonly b: number;
  /** Whether the character channel reads it. */
  readonly isSpelled: boolean;
  readonly textsOf: (document: SearchDocument) => readonly string[];
}

export type FieldName =
  | 'name'
  | 'title'
  | 'description'
  | 'tags'
  | 'parameter_names'
  | 'parameter_descriptions'
  | 'example_queries'
  | 'aliases';

/**
 * At most eight: a posting keeps four bits for each. The order is that of `reasons`, and the one in
 * which the character channel reads them.
 */
export const FIELDS: readonly Field[] = [
  {
    name: 'name',
    weight: 1.5,
    b: 0.4,
    isSpelled: true,
    textsOf: (document) => [document.tool_id],
  },
  {
    name: 'title',
    weight: 1,
    b: 0.4,
    isSpelled: true,
    textsOf: ({ title }) => (title === undefined ? [] : [title]),
  },
  {
    name: 'description',
    weight: 1,
    b: 0.4,
    isSpelled: true,
    textsOf: (document) => [document.description],
  },
  {
    name: 'tags',
    weight: 0.7,
    b: 0.4,
    isSpelled: false,
    textsOf: (document) => document.tags,
  },
  {
    name: 'parameter_names',
    weight: 1,
    b: 0.4,
    isSpelled: false,
    textsOf: (document) => document.parameters.map(({ name }) => name),
  },
  {
    name: 'parameter_descriptions',
    weight: 0.8,
    b: 0.4,
    isSpelled: false,
    textsOf: (document) => document.parameters.map(({ description }) => description),
  },
  {
    name: 'example_queries',
    weight: 0.3,
    b: 0.75,
    isSpelled: false,
    textsOf: (document) => document.example_queries,
  },
  {
    name: 'aliases',
    weight: 0.3,
    b: 0.75,
    isSpelled: false,
    textsOf: (document) => document.aliases,
  },
];

export const FIELD_COUNT = FIELDS.length;

export const NAME_FIELD = 0;
export const DESCRIPTION_FIELD = 2;

/** Lengths of fields are told apart up to this many terms; beyond, a text is simply long. */
export const LENGTHS = 1024;
