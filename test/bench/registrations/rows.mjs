// What the service would write for some manifests, worked out beforehand: for the bare function, and for COPY.
import { classify, ENGINE_VERSION } from '../../../dist/core/src/compatibility/classify.js';
import { readManifest } from '../../../dist/core/src/contract/read-manifest.js';
import { canonicalJson } from '../../../dist/core/src/json/canonical.js';
import { sha256Hex } from '../../../dist/core/src/json/digest.js';
import { lintContract } from '../../../dist/core/src/lint/lint.js';
import { decideRegistrations } from '../../../dist/core/src/registration/decide-registrations.js';
import {
  checkedManifest,
  preparedManifest,
} from '../../../dist/core/src/registration/prepared-manifest.js';
import { arrayLiteral } from '../../../dist/api/src/database/array-literal.js';
import { toldEvent } from '../../../dist/api/src/database/audit-trail.js';
import { policyColumns } from '../../../dist/api/src/database/records.js';
import { collectWrites } from '../../../dist/api/src/features/registrations/collect-writes.js';
import {
  eventsDocument,
  rowsDocuments,
} from '../../../dist/api/src/features/registrations/registration-rows.js';
import { storedCatalog } from '../../../dist/api/src/features/registrations/stored-catalog.js';

const CONTEXT = {
  caller: { keyId: 'bench', subject: 'bench', kind: 'pipeline', grant: { permissions: ['admin'] } },
  requestId: 'bench',
};

/** What is written for one; `facts` are those that the database tells of its tool. */
const writesOf = async ({ tool_id, version, manifest }, facts, contracts) => {
  const reading = readManifest(manifest);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  const prepared = preparedManifest(
    reading.manifest,
    checkedManifest(reading.manifest),
    (contract) => lintContract(contract, undefined, tool_id),
  );
  const offer = { tool_id, version, ...prepared };
  const stored = storedCatalog(facts);
  const judge = {
    contractOf: () => ({ contract: contracts.get(tool_id), changes: [] }),
    classify: (before, after, changes) => classify(before, after, { changes }),
    engine: ENGINE_VERSION,
  };
  const [decided] = decideRegistrations([offer], stored, () => judge);
  if (decided.outcome !== 'created') throw new Error(JSON.stringify(decided));
  contracts.set(tool_id, reading.manifest.contract);
  return collectWrites([{ offer, decided }], stored, CONTEXT);
};

const contracts = new Map();

export const allWrites = async (client, items) => {
  const { rows } = await client.query(
    `SELECT registration_facts(ARRAY[id], ARRAY[split_part(id, '.', 1)]) AS facts
     FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place) ORDER BY place`,
    [items.map(({ tool_id: id }) => id)],
  );
  const writes = [];
  for (const [at, one] of items.entries())
    writes.push(await writesOf(one, rows[at].facts, contracts));
  return writes;
};

/** One statement that writes all of one registration, with its values. */
export const bareStatement = (writes) => ({
  name: 'bare',
  text: 'SELECT save_registrations($1, NULL), append_audit($2, NULL)',
  values: [rowsDocuments(writes, new Date()).next().value, eventsDocument(writes)],
});

const field = (value) => {
  if (value === null || value === undefined) return '\\N';
  const text = Array.isArray(value)
    ? arrayLiteral(value)
    : value instanceof Date
      ? value.toISOString()
      : String(value);
  return text.replaceAll(
    /[\\\t\n\r]/g,
    (found) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[found],
  );
};

const copyOf = (table, rows) => {
  const columns = Object.keys(rows[0] ?? {});
  return {
    sql: `COPY ${table} (${columns.map((name) => `"${name}"`).join(', ')}) FROM STDIN`,
    bytes: Buffer.from(
      rows.map((row) => `${columns.map((name) => field(row[name])).join('\t')}\n`).join(''),
    ),
  };
};

const toolRow = ({ policy, ...tool }, at) => ({
  ...tool,
  ...policyColumns(policy),
  note: null,
  tool_key: tool.tool_id,
  namespace: tool.tool_id.split('.')[0],
  ever_left_draft: false,
  created_at: at,
  updated_at: at,
});

const eventRows = (entries, head, at) => {
  let { seq, hash } = head;
  return entries.map((entry) => {
    seq += 1;
    const { pieces, ...columns } = toldEvent(entry);
    const event = pieces[0] + at.toISOString() + pieces[1] + hash + pieces[2] + seq + pieces[3];
    if (canonicalJson(JSON.parse(event)) !== event) throw new Error('an event is not canonical');
    hash = `sha256:${sha256Hex(event)}`;
    return { seq, hash, event, at, ...columns };
  });
};

/** The same rows for COPY, table by table, and where they leave the head of the trail. */
export const copies = (writes, head) => {
  const at = new Date();
  const all = (some) => writes.flatMap(some);
  const events = eventRows(
    all(({ audit }) => audit),
    head,
    at,
  );
  const tables = [
    ['tool', all(({ newTools }) => newTools.map((tool) => toolRow(tool, at)))],
    [
      'policy_revision',
      all(({ policyRevisions }) =>
        policyRevisions.map(({ policy, ...row }) => ({
          ...row,
          ...policyColumns(policy),
          changed_at: at,
        })),
      ),
    ],
    [
      'presentation_revision',
      all(({ presentationRevisions }) =>
        presentationRevisions.map((row) => ({ ...row, changed_at: at })),
      ),
    ],
    [
      'tool_version',
      all(({ newVersions }) =>
        newVersions.map(({ content, ...row }) => ({
          ...row,
          ...content,
          created_at: at,
          updated_at: at,
        })),
      ),
    ],
    ['audit_event', events],
  ];
  const { seq, hash } = events.at(-1);
  return {
    copies: tables
      .filter(([, rows]) => rows.length > 0)
      .map(([table, rows]) => copyOf(table, rows)),
    head: { seq, hash },
  };
};
