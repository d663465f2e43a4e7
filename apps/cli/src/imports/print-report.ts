import { table, type Column } from '../output/table.js';
import { paint, type Terminal } from '../output/terminal.js';
import { totalsOf, type ImportReport, type ServerReport } from './import-report.js';

const SERVER_COLUMNS: readonly Column[] = [
  { head: 'namespace' },
  { head: 'version' },
  { head: 'tools', align: 'right' },
  { head: 'created', align: 'right' },
  { head: 'replaced', align: 'right' },
  { head: 'unchanged', align: 'right' },
  { head: 'quarantined', align: 'right' },
  { head: 'file' },
];

const STEP_COLUMNS: readonly Column[] = [
  { head: 'changed' },
  { head: 'from' },
  { head: 'to' },
  { head: 'step' },
];

const QUARANTINE_COLUMNS: readonly Column[] = [
  { head: 'quarantined' },
  { head: 'code' },
  { head: 'at' },
  { head: 'reason' },
];

/** The counts of each server, then every tool that was set aside with its reason. */
export const printReport = (terminal: Terminal, report: ImportReport): void => {
  const { servers, unreadable } = report;
  if (servers.length > 0) {
    terminal.out(table(terminal, SERVER_COLUMNS, servers.map(serverRow)));
    terminal.out('');
  }
  const steps = servers.flatMap(stepRows);
  if (steps.length > 0) {
    terminal.out(table(terminal, STEP_COLUMNS, steps));
    terminal.out('');
  }
  const aside = [
    ...unreadable.map(({ file, code, pointer, message }) => [file, code, pointer, message]),
    ...servers.flatMap(quarantineRows),
  ];
  if (aside.length > 0) {
    terminal.out(table(terminal, QUARANTINE_COLUMNS, aside));
    terminal.out('');
  }
  for (const note of notesOn(report)) terminal.out(note);
  terminal.out(closingLine(terminal, report));
};

function serverRow(server: ServerReport): string[] {
  const totals = totalsOf([server]);
  const counts = [totals.created, totals.replaced, totals.unchanged, totals.quarantined];
  return [
    server.namespace,
    versionsOf(server),
    String(totals.tools),
    ...counts.map((count) => (count === 0 ? '·' : String(count))),
    server.file,
  ];
}

/** The number under which its tools are now; a draft that is replaced keeps its own. */
function versionsOf({ version, tools }: ServerReport): string {
  const taken = tools.filter(({ outcome }) => outcome !== 'quarantined');
  const [first = version, ...others] = new Set(taken.map((tool) => tool.version));
  return others.length === 0 ? first : `${others.length + 1} numbers`;
}

function stepRows({ tools }: ServerReport): string[][] {
  return tools.flatMap(({ tool_id, version, step }) =>
    step === undefined ? [] : [[tool_id ?? '', step.from, version, step.bump]],
  );
}

function quarantineRows({ namespace, tools }: ServerReport): string[][] {
  return tools
    .filter(({ outcome }) => outcome === 'quarantined')
    .map(({ tool_id, source, code, pointer, message }) => [
      tool_id ?? `${namespace} ${source}`,
      code ?? '',
      pointer ?? '',
      message ?? '',
    ]);
}

function notesOn({ servers }: ImportReport): string[] {
  const tools = servers.flatMap((server) => server.tools);
  const members = [...new Set(tools.flatMap(({ left_out }) => left_out ?? []))].sort();
  const updated = tools.filter((tool) => tool.outcome === 'unchanged' && tool.updated).length;
  const drifted = tools.filter(({ drift }) => drift).length;
  return [
    ...servers
      .filter(({ incomplete }) => incomplete)
      .map(({ file }) => `${file} is one page of several: import the other pages as well.`),
    ...(members.length === 0
      ? []
      : [`Left out, a manifest has no place for it: ${members.join(', ')}.`]),
    ...(updated === 0
      ? []
      : [`Policy or presentation of ${plural(updated, 'unchanged tool')} was brought up to date.`]),
    ...(drifted === 0
      ? []
      : [`Policy or presentation of ${plural(drifted, 'tool')} differs and was left alone.`]),
  ];
}

function closingLine(terminal: Terminal, report: ImportReport): string {
  const { tools, created, replaced, unchanged, quarantined } = totalsOf(report.servers);
  const counts = [
    `${created} created`,
    ...(replaced > 0 ? [`${replaced} replaced`] : []),
    `${unchanged} unchanged`,
    paint(terminal, quarantined > 0 ? 'yellow' : 'green', `${quarantined} quarantined`),
  ];
  const files = report.servers.length + report.unreadable.length;
  const tried = report.dry_run ? ' Dry run: nothing was written.' : '';
  return `${plural(tools, 'tool')} in ${plural(files, 'file')}: ${counts.join(', ')}.${tried}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
