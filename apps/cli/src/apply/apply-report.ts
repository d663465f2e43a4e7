import type { Reason } from '../imports/refused-items.js';
import type { Registered } from '../imports/register-items.js';
import type { LoadedTool } from '../manifests/load-manifests.js';
import { shownPlace, type Location } from '../manifests/location.js';
import { table } from '../output/table.js';
import { paint, type Terminal } from '../output/terminal.js';
import { plural, shown } from '../output/text.js';

export interface RefusedTool extends Reason {
  readonly tool_id: string;
  readonly version: string;
  readonly at: Location;
}

export const refusedTool = (tool: LoadedTool, { code, pointer, message }: Reason): RefusedTool => ({
  tool_id: tool.tool_id,
  version: tool.version,
  code,
  pointer,
  message,
  at: pointer === '' ? tool.locateVersion() : tool.locate(pointer),
});

export const refusedText = (terminal: Terminal, refused: readonly RefusedTool[]): string =>
  [
    ...refused.map(({ tool_id, version, code, message, at }) =>
      [
        `${paint(terminal, 'bold', `${tool_id} ${version}`)}  ${paint(terminal, 'red', code)}  ${paint(terminal, 'dim', shownPlace(at))}`,
        `  ${shown(message)}`,
      ].join('\n'),
    ),
    `${plural(refused.length, 'tool')} refused, so nothing was written.`,
  ].join('\n\n');

export const appliedText = (terminal: Terminal, outcomes: readonly Registered[]): string => {
  const columns = ['tool', 'version', 'outcome', 'policy and presentation'].map((head) => ({
    head,
  }));
  const rows = outcomes.map(({ item, outcome, more }) => [
    item.tool_id,
    item.version,
    more.existing_version === undefined ? outcome : `${outcome}: as ${more.existing_version}`,
    [
      ...(more.updated === undefined ? [] : [`updated ${more.updated.join(', ')}`]),
      ...(more.drift === undefined ? [] : [`left alone ${more.drift.join(', ')}`]),
    ].join('; '),
  ]);
  const counts = countsOf(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  return `${table(terminal, columns, rows)}\n\n${plural(outcomes.length, 'tool')}: ${counts.join(', ')}.`;
};

export const appliedJson = (outcomes: readonly Registered[]): string =>
  JSON.stringify(
    {
      applied: true,
      counts: Object.fromEntries(countsOf(outcomes)),
      tools: outcomes.map(({ item, outcome, more }) => ({
        tool_id: item.tool_id,
        version: item.version,
        outcome,
        ...more,
      })),
    },
    null,
    2,
  );

function countsOf(outcomes: readonly Registered[]): [Registered['outcome'], number][] {
  return (['created', 'replaced', 'unchanged'] as const).map((wanted) => [
    wanted,
    outcomes.filter(({ outcome }) => outcome === wanted).length,
  ]);
}
