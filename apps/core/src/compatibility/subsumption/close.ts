import type { Json } from '../../json/value.js';
import type { Dialect } from '../../schema/dialect.js';

export interface CloseOptions {
  readonly root: 'input' | 'output' | 'bare';
  readonly dialect?: Dialect | undefined;
}

export const closeSchema = (schema: Json, _options: CloseOptions): Json => schema;
