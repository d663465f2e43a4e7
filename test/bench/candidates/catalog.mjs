// A catalog of any size, written past the service, and requests to ask it with.
import pg from 'pg';

const WORDS = [
  ...'create find close refund route archive export import notify assign approve reject merge'.split(
    ' ',
  ),
  ...'ticket invoice customer order parcel report contract branch meeting payment account'.split(
    ' ',
  ),
];

const SOME = (prefix, of, count) => `(
  SELECT array_agg(DISTINCT '${prefix}' || floor(random() * ${of})::int)
  FROM generate_series(1, ${count}) WHERE n IS NOT NULL)`;

const WORD = `(ARRAY['${WORDS.join("','")}'])[1 + floor(random() * ${WORDS.length})::int]`;

const SENTENCE = `(
  SELECT string_agg(${WORD}, ' ') FROM generate_series(1, 12) WHERE n IS NOT NULL)`;

const PROPERTY = (name) => `'${name}', json_build_object('type', 'string', 'maxLength', 200,
  'description', ${SENTENCE})`;

const TOOLS = `
  INSERT INTO tool (tool_id, tool_key, namespace, owner, example_queries, aliases, policy_digest,
    risk_rank, requires_approval, allowed_roles, allowed_tenants, task_types, ever_left_draft,
    servable)
  SELECT id, id, 'bench', 'platform', '{}', '{}', '', floor(random() * 3)::int, false,
    ${SOME('role', 40, 8)},
    CASE WHEN random() < 0.5 THEN '{*}' ELSE ${SOME('tenant', 50, 5)} END,
    ${SOME('task', 30, 10)}, true, true
  FROM (SELECT n, 'bench.tool_' || lpad(n::text, 7, '0') AS id
        FROM generate_series(1, $1::int) AS n) AS numbered`;

const PRESENTATIONS = `
  INSERT INTO presentation_revision (tool_id, presentation_version, owner, example_queries, aliases,
    changed_by, changed_at)
  SELECT tool_id, 1, owner, '{}', '{}', 'bench', now() FROM tool`;

const VERSIONS = `
  INSERT INTO tool_version (tool_id, version, version_key, state, contract, contract_digest,
    description, tags, "check", created_by, ever_enabled)
  SELECT tool_id, '1.0.0', '1.0.0', 'enabled',
    json_build_object('title', ${WORD} || ' ' || ${WORD}, 'description', ${SENTENCE},
      'tags', json_build_array(${WORD}, ${WORD}),
      'input_schema', json_build_object('type', 'object', 'properties', json_build_object(
        ${['subject', 'customer_id', 'amount', 'reason'].map(PROPERTY).join(', ')}),
        'required', json_build_array('subject'), 'additionalProperties', false),
      'side_effect', false, 'idempotent', true, 'timeout_ms', 1000,
      'target', json_build_object('kind', 'none'))::text,
    'sha256:' || tool_id, '', '{}', '', 'bench', true
  FROM (SELECT tool_id, tool_id AS n FROM tool) AS t`;

/** Fills an empty, migrated database. */
export const fill = async (url, size) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT setseed(0.5)');
  await client.query(`INSERT INTO namespace (namespace, namespace_key) VALUES ('bench', 'bench')`);
  for (const sql of [TOOLS, PRESENTATIONS, VERSIONS]) {
    await client.query(sql, sql === TOOLS ? [size] : []);
  }
  await client.query('ANALYZE');
  await client.end();
};

/**
 * The same requests in each run: 50 tenants, three roles each, 30 task types. Few of them are asked
 * again and again, as agents do; of many hardly one comes twice within what a replica remembers.
 */
export const requests = (withQuery, count = 200) => {
  let seed = 7;
  const below = (most) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  return Array.from({ length: count }, () => ({
    tenant: `tenant${below(50)}`,
    roles: [`role${below(40)}`, `role${below(40)}`, `role${below(40)}`],
    task_type: `task${below(30)}`,
    top_k: 20,
    ...(withQuery
      ? { query: `${WORDS[below(13)]} ${WORDS[13 + below(11)]} ${WORDS[13 + below(11)]}` }
      : {}),
  }));
};
