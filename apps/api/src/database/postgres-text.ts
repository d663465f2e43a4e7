import pg from 'pg';
import { TEXT_ARRAY } from './change-feed.js';

const TIMESTAMPTZ: number = 1184;

/** What the driver makes of values that arrive as text. */
export const parseTextArray: (text: string) => string[] = pg.types.getTypeParser(TEXT_ARRAY);
export const parseTimestamp: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);
