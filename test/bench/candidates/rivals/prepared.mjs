// What anybody would write: the conditions of the catalog as one prepared statement, and its first
// rows sent as they are stored. It asks nobody who they are, counts nothing, and decides nothing more.
import Fastify from 'fastify';
import pg from 'pg';

const STATEMENT = `
  SELECT t.tool_id, v.version, t.risk_rank, t.requires_approval, v.contract_digest, v.contract
  FROM tool AS t
  JOIN namespace AS n ON n.namespace = t.namespace AND NOT n.suspended
  JOIN tool_version AS v ON v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated')
  WHERE t.servable AND NOT t.suspended
    AND t.allowed_roles && $1::text[] AND t.allowed_tenants && $2::text[]
    AND t.task_types && $3::text[] AND t.risk_rank <= $4
  ORDER BY t.tool_id LIMIT $5`;

const HIGHEST_RISK = 2;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
const fastify = Fastify();
fastify.post('/candidates', async ({ body }, reply) => {
  const { roles, tenant, task_type: task, top_k: most } = body;
  const { rows } = await pool.query({
    name: 'candidates',
    text: STATEMENT,
    values: [[...roles, '*'], [tenant, '*'], [task, '*'], HIGHEST_RISK, most],
    rowMode: 'array',
  });
  const tools = rows.map(
    ([id, version, risk, approval, digest, contract]) =>
      `{"tool_id":"${id}","version":"${version}","risk_level":${risk},` +
      `"requires_approval":${approval},"contract_digest":"${digest}",${contract.slice(1)}`,
  );
  return reply.type('application/json; charset=utf-8').send(`{"tools":[${tools.join(',')}]}`);
});
await fastify.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`is ready at http://127.0.0.1:${fastify.server.address().port}\n`);
