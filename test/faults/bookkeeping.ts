import pg from 'pg';
import { call, type Ledger } from './catalog-load.js';
import type { Report } from './fault-case.js';

/** Rows that only half a registration leaves behind. */
const HALVES = {
  'versions without their tool': `
    SELECT count(*) AS wrong FROM tool_version AS v
    WHERE NOT EXISTS (SELECT FROM tool AS t WHERE t.tool_id = v.tool_id)`,
  'tools without a version': `
    SELECT count(*) AS wrong FROM tool AS t
    WHERE NOT EXISTS (SELECT FROM tool_version AS v WHERE v.tool_id = t.tool_id)`,
  'tools without their policy or presentation': `
    SELECT count(*) AS wrong FROM tool AS t
    WHERE NOT EXISTS (SELECT FROM policy_revision AS p
                      WHERE p.tool_id = t.tool_id AND p.policy_version = t.policy_version)
       OR NOT EXISTS (SELECT FROM presentation_revision AS p
                      WHERE p.tool_id = t.tool_id AND p.presentation_version = t.presentation_version)`,
  'versions without exactly one event of their registration': `
    SELECT count(*) AS wrong FROM tool_version AS v
    WHERE 1 <> (SELECT count(*) FROM audit_event AS e
                WHERE e.tool_id = v.tool_id AND e.version = v.version AND e.action = 'version.registered')`,
  'events without what they tell of': `
    SELECT count(*) AS wrong FROM audit_event AS e
    WHERE e.action = 'version.registered'
      AND NOT EXISTS (SELECT FROM tool_version AS v
                      WHERE v.tool_id = e.tool_id AND v.version = e.version)`,
  'gaps between the events and their head': `
    SELECT abs(count(*) - h.audit_seq) + abs(coalesce(max(e.seq), 0) - h.audit_seq) AS wrong
    FROM catalog_head AS h LEFT JOIN audit_event AS e ON true GROUP BY h.audit_seq`,
} as const;

/** Even where the server refuses changes, so that a test can undo that. */
const WRITABLE = '-c default_transaction_read_only=off';

/** Asks with a connection of its own, whatever became of the service's. */
export const withClient = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url, options: WRITABLE });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** The acknowledged registrations that are not there, or not as they were acknowledged. */
export const lostOf = async (url: string, ledger: Ledger): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ tool_id: string; contract_digest: string }>(
      'SELECT tool_id, contract_digest FROM tool_version',
    );
    const stored = new Map(rows.map((row) => [row.tool_id, row.contract_digest]));
    return [...ledger.acknowledged]
      .filter(([toolId, digest]) => stored.get(toolId) !== digest)
      .map(([toolId]) => toolId);
  });

/** Nothing acknowledged is lost, nothing is half-written, and the audit chain is whole. */
export const checkBooks = async (
  report: Report,
  url: string,
  address: string,
  ledger: Ledger,
): Promise<void> => {
  report.say(`answers: ${ledger.summary}; longest ${Math.round(ledger.longestMs)} ms`);
  const lost = await lostOf(url, ledger);
  report.holds(
    lost.length === 0,
    `${ledger.acknowledged.size} acknowledged, ${lost.length} lost ${lost.slice(0, 3).join(' ')}`,
  );
  const halves = await withClient(url, async (client) => {
    const found: string[] = [];
    for (const [what, sql] of Object.entries(HALVES)) {
      const { rows } = await client.query<{ wrong: string }>(sql);
      const count = Number(rows[0]?.wrong ?? 0);
      if (count !== 0) found.push(`${count} ${what}`);
    }
    return found;
  });
  report.holds(halves.length === 0, `nothing half-written ${halves.join(', ')}`);
  const verified = (await (await call(address, '/v1/audit-events/verification')).json()) as {
    valid?: boolean;
    events?: number;
  };
  report.holds(verified.valid === true, `the audit chain of ${verified.events} events is whole`);
  report.holds(
    ledger.unclear.length === 0,
    `every refusal was a 503 with Retry-After ${[...new Set(ledger.unclear)].join(', ')}`,
  );
};
