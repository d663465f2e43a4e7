/** What became of one tool of a list. */
export interface ToolReport {
  readonly name: string | null;
  readonly tool_id: string | null;
  readonly version: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'quarantined';
  /** Where it stands in the file. */
  readonly source: string;
  readonly code?: string;
  /** Into the manifest; for a tool that gave none, into the tool as the file has it. */
  readonly pointer?: string;
  readonly message?: string;
  /** The number under which this contract is already there, where it is another one. */
  readonly existing_version?: string;
  /** What a new version of a tool moves on from, and the step that its changes require. */
  readonly step?: { readonly from: string; readonly bump: string };
  /** What of policy and presentation was taken, and what differs and was left alone. */
  readonly updated?: readonly string[];
  readonly drift?: readonly string[];
  /** Members of the tool that a manifest has no place for. */
  readonly left_out?: readonly string[];
}

export interface ServerReport {
  readonly file: string;
  readonly server: string;
  readonly namespace: string;
  readonly version: string;
  /** The answer names a next page that the file does not hold. */
  readonly incomplete: boolean;
  readonly tools: readonly ToolReport[];
}

/** A file that holds no list. */
export interface FileFault {
  readonly file: string;
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

export interface ImportReport {
  readonly dry_run: boolean;
  readonly servers: readonly ServerReport[];
  readonly unreadable: readonly FileFault[];
}

export type Totals = Record<'tools' | ToolReport['outcome'], number>;

export const totalsOf = (servers: readonly ServerReport[]): Totals => {
  const totals: Totals = { tools: 0, created: 0, replaced: 0, unchanged: 0, quarantined: 0 };
  for (const { outcome } of servers.flatMap(({ tools }) => tools)) {
    totals.tools += 1;
    totals[outcome] += 1;
  }
  return totals;
};

export const hasQuarantined = (report: ImportReport): boolean =>
  report.unreadable.length > 0 || totalsOf(report.servers).quarantined > 0;
