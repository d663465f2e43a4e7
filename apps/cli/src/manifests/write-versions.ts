import { readFile, writeFile } from 'node:fs/promises';
import { usageFailure } from '../exit-codes.js';
import type { Location } from './location.js';

export interface VersionChange {
  readonly tool_id: string;
  /** The key `version` whose value it is. */
  readonly at: Location;
  readonly from: string;
  /** May be the same: then it holds on to a number that others share. */
  readonly to: string;
}

/** Replaces numbers where they stand, and touches nothing else of the files. */
export const writeVersions = async (changes: readonly VersionChange[]): Promise<void> => {
  for (const file of new Set(changes.map(({ at }) => at.file))) {
    const places = placesIn(changes.filter(({ at }) => at.file === file));
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const { at, from, to } of places) {
      const line = lines[at.line - 1] ?? '';
      const [before, after] = [line.slice(0, at.column - 1), line.slice(at.column - 1)];
      if (!after.includes(from)) {
        throw usageFailure(`${file}:${at.line} does not say ${from} in the line of its key`);
      }
      lines[at.line - 1] = before + after.replace(from, () => to);
    }
    await writeFile(file, lines.join('\n'));
  }
};

/** Each place once, the last first, so that what is replaced moves no other. */
function placesIn(changes: readonly VersionChange[]): VersionChange[] {
  const places = new Map<string, VersionChange>();
  for (const change of changes) {
    const { at, tool_id: toolId, to } = change;
    const earlier = places.get(at.pointer);
    places.set(at.pointer, earlier ?? change);
    if (earlier === undefined || earlier.to === to) continue;
    // One number of the defaults can stand for several tools that need different ones.
    throw usageFailure(
      `${at.file} has one version for all tools, but ${earlier.tool_id} needs ${earlier.to} and ${toolId} ${to}`,
      'Give these tools a `version` of their own.',
    );
  }
  return [...places.values()].sort(
    (one, other) => other.at.line - one.at.line || other.at.column - one.at.column,
  );
}
