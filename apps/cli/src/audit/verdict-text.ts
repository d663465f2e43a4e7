import type { Proof, TrailVerdict } from '#core/audit/examine-trail.js';
import type { ExportHeader } from '#core/audit/export-header.js';
import { paint, type Terminal } from '../output/terminal.js';
import { plural } from '../output/text.js';

/** Whose word the keys are that signatures were judged by. */
export type KeySource = 'given' | 'service' | 'none';

/** What was proved, and just as plainly what was not. */
export const verdictText = (
  terminal: Terminal,
  verdict: TrailVerdict,
  header: ExportHeader,
  source: KeySource,
): string => {
  if (!verdict.valid) {
    const { kind, seq, reason } = verdict.broken;
    const fit = plural(verdict.events, 'event');
    return `${paint(terminal, 'red', `Broken at event ${seq}: ${kind}.`)}\n${fit} before it fit each other; ${reason}.`;
  }
  const { events, first_seq, seq, head } = verdict;
  if (events === 0) return 'There is no event in it.';
  const { namespaces } = header;
  if (namespaces !== null) return scopedText(verdict, namespaces);
  const range = events === 1 ? `Event ${seq} is` : `Events ${first_seq} to ${seq} are`;
  return [
    `${paint(terminal, 'green', 'Whole.')} ${range} as they were written, and end with ${head}.`,
    beginningText(verdict),
    signedText(verdict, source),
  ].join('\n');
};

const beginningText = ({ begins, first_seq }: Proof): string =>
  ({
    'first-event': 'They begin with the first event there ever was.',
    checkpoint: `A signed checkpoint stands for the ${first_seq - 1} before them.`,
    nothing: `Of the ${first_seq - 1} before them nothing is proved.`,
  })[begins];

const signedText = ({ checkpoints, vouched_to, seq }: Proof, source: KeySource): string => {
  if (source === 'none') {
    return 'No checkpoint was looked at, as there is no --public-key: history that was rewritten as a whole would not show.';
  }
  if (checkpoints === 0) {
    return 'No checkpoint speaks of them: history that was rewritten as a whole would not show.';
  }
  const whose = source === 'given' ? '' : ', by keys that the service itself names';
  const rest = vouched_to < seq ? `; ${plural(seq - vouched_to, 'event')} after it` : '';
  const agree = checkpoints === 1 ? 'One checkpoint agrees' : `${checkpoints} checkpoints agree`;
  return `${agree}, the last of them at event ${vouched_to}${rest}${whose}.`;
};

const scopedText = ({ events }: Proof, namespaces: readonly string[]): string =>
  [
    `${plural(events, 'event')} of ${namespaces.join(', ')} in rising order, each in its canonical form.`,
    'Neighbours fit each other. Whether others are missing in between cannot be told from a part of the trail:',
    'that takes an auditor of every namespace.',
  ].join('\n');
