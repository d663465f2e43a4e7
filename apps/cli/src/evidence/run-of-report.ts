import { stat } from 'node:fs/promises';
import { CommandFailure, EXIT, usageFailure } from '../exit-codes.js';
import { readText } from '../imports/read-files.js';
import { readJunit, type TestRun } from './read-junit.js';

/** What a report says of a run that passed. */
export interface PassedRun {
  readonly passed_at: string;
  readonly summary: string;
}

const MOST_CHARACTERS = 64 * 1024 * 1024;

/** Reads a JUnit file as evidence; a run in which something failed, or nothing ran, is none. */
export const runOfReport = async (file: string): Promise<PassedRun> => {
  const text = await readText(file);
  if (text === null || text.length > MOST_CHARACTERS) {
    throw usageFailure(`${file} is no UTF-8 text of a size that a report has`);
  }
  const reading = readJunit(text);
  if (!reading.ok) throw usageFailure(`${file} ${reading.message}`);
  const { run } = reading;
  if (run.failed > 0 || run.passed === 0) {
    const why = run.failed > 0 ? `${run.failed} failed` : 'no test passed';
    throw new CommandFailure(EXIT.refused, `${file} is no run that passed: ${why}`);
  }
  return {
    // Most runners leave the time zone out; the file was written when they ended.
    passed_at: run.at ?? (await stat(file)).mtime.toISOString(),
    summary: summaryOf(run),
  };
};

function summaryOf({ passed, skipped }: TestRun): string {
  return skipped === 0 ? `${passed} passed` : `${passed} passed, ${skipped} skipped`;
}
