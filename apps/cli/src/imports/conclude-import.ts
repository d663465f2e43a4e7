import { CommandEnd, EXIT } from '../exit-codes.js';
import type { Terminal } from '../output/terminal.js';
import { hasQuarantined, totalsOf, type ImportReport } from './import-report.js';
import { printReport } from './print-report.js';

/** Tells what became of every tool, and ends with 1 where one was set aside. */
export const concludeImport = (report: ImportReport, json: boolean, terminal: Terminal): void => {
  if (json) {
    const totals = totalsOf(report.servers);
    terminal.out(JSON.stringify({ ...report, totals }, null, 2));
  } else {
    printReport(terminal, report);
  }
  if (hasQuarantined(report)) throw new CommandEnd(EXIT.refused);
};
