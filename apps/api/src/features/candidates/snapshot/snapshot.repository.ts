import { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import type { ReadAsOf } from '../../../database/change-feed.js';
import { CopyOut } from '../../../database/copy-out.js';
import { DATABASE_URL } from '../../../database/database.js';
import { AS_SERVICE } from '../../../database/roles/app-role.js';
import type { LoadedTool } from './loaded-tool.js';
import { ALL, IN_ORDER, SOME, ToolsInRows, type SnapshotRow } from './snapshot-rows.js';

const TOOLS_AT_ONCE = 400;
/** Of nothing arriving; how long all of it takes depends on how much there is. */
const SILENCE_MS = 15_000;

const LIMITS = {
  connectionTimeoutMillis: 1_000,
  statement_timeout: 600_000,
  application_name: 'quartermaster-load',
} as const satisfies pg.ClientConfig;

/** Reads tools with all that candidates are told of them. */
@Injectable()
export class SnapshotRepository {
  constructor(@Inject(DATABASE_URL) private readonly url: string) {}

  /** All that can be served, by tool_id and as of one moment; stops as soon as it is no longer `wanted`. */
  async each(
    onTool: (tool: LoadedTool) => void,
    wanted: () => boolean,
    silenceMs = SILENCE_MS,
  ): Promise<void> {
    const socket = new Socket();
    // From the first byte on: whatever is between here and there may hang at any answer.
    socket.setTimeout(silenceMs, () => socket.destroy());
    const client = new pg.Client({
      connectionString: this.url,
      stream: () => socket,
      ...LIMITS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`${AS_SERVICE}; ${IN_ORDER}`);
      const tools = new ToolsInRows(onTool);
      await copyOut(client, ALL, (row) => {
        if (!wanted()) throw new Error('what is loaded is no longer wanted');
        tools.read(row);
      });
      tools.end();
    } finally {
      // Whatever is still on its way is not waited for.
      socket.destroy();
    }
  }

  /** Those of the tools that can be served, as of the moment that `read` reads. */
  async some(toolIds: readonly string[], read: ReadAsOf): Promise<LoadedTool[]> {
    const tools: LoadedTool[] = [];
    const inRows = new ToolsInRows((tool) => tools.push(tool));
    for (let start = 0; start < toolIds.length; start += TOOLS_AT_ONCE) {
      const rows = await read<SnapshotRow>(SOME, [toolIds.slice(start, start + TOOLS_AT_ONCE)]);
      for (const row of rows) inRows.readParsed(row);
      inRows.end();
    }
    return tools;
  }
}

const copyOut = (
  client: pg.Client,
  sql: string,
  onRow: ConstructorParameters<typeof CopyOut>[1],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error === null ? resolve() : reject(error));
    client.query(new CopyOut(sql, onRow, done));
  });
