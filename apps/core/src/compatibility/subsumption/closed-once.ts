import type { Json } from '../../json/value.js';
import { DEFAULT_DIALECT, DIALECTS, type Dialect } from '../../schema/dialect.js';
import { closeSchema, type Closed, type CloseOptions } from './close.js';
import { rememberEach } from './remember.js';

/** As `closeSchema`, kept for as long as the document. */
export const closedOnce = (
  document: Json,
  root: CloseOptions['root'],
  dialect: Dialect = DEFAULT_DIALECT,
): Closed => closed(document, `${root} ${dialect}`);

const ROOTS = ['input', 'output', 'bare'] as const;

const closed = rememberEach<Closed>((document, variant) =>
  closeSchema(document, {
    root: ROOTS.find((root) => variant.startsWith(root)) ?? 'bare',
    dialect: DIALECTS.find((dialect) => variant.endsWith(dialect)),
  }),
);
