import pino from 'pino';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { JsonObject } from '#core/json/value.js';
import type { RequestContext } from '../../../apps/api/src/auth/request-context.js';
import { WORKER_SETTINGS } from '../../../apps/api/src/comparison/worker-settings.js';
import { ServedTally } from '#core/impact/served-tally.js';
import { AssembleAnswer } from '../../../apps/api/src/features/candidates/assemble-answer.js';
import { CandidateViews } from '../../../apps/api/src/features/candidates/candidate-views.js';
import { CandidatesRepository } from '../../../apps/api/src/features/candidates/candidates.repository.js';
import { DescribeOffers } from '../../../apps/api/src/features/candidates/describe-offers.js';
import { ExplainCandidates } from '../../../apps/api/src/features/candidates/explain-candidates.js';
import { FindCandidates } from '../../../apps/api/src/features/candidates/find-candidates.js';
import { SearchOffers } from '../../../apps/api/src/features/candidates/search-offers.js';
import { TokenCounts } from '../../../apps/api/src/features/candidates/token-counts.js';
import { Meters } from '../../../apps/api/src/metrics/meters.js';
import { CursorSecretRepository } from '../../../apps/api/src/http/cursor-secret.repository.js';
import { Cursors } from '../../../apps/api/src/http/cursors.js';
import { AnswerFromSnapshot } from '../../../apps/api/src/features/candidates/snapshot/answer-from-snapshot.js';
import { CandidatesSnapshot } from '../../../apps/api/src/features/candidates/snapshot/candidates-snapshot.js';
import { SnapshotRepository } from '../../../apps/api/src/features/candidates/snapshot/snapshot.repository.js';
import { readSettings } from '../../../apps/api/src/config/env.js';
import { CatalogFence } from '../../../apps/api/src/database/catalog-fence.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { EVERYTHING, seeing, sightOf } from '../../../apps/api/src/database/sight.js';
import { refreshServable } from '../../../apps/api/src/database/servable.js';
import { ReadTools } from '../../../apps/api/src/features/tools/read-tools.js';
import { ShowTools } from '../../../apps/api/src/features/tools/show-tools.js';
import { ToolsRepository } from '../../../apps/api/src/features/tools/tools.repository.js';
import { SemanticSearch } from '../../../apps/api/src/semantic/semantic-search.js';
import { StoredVectors } from '../../../apps/api/src/semantic/stored-vectors.js';
import { VectorsRepository } from '../../../apps/api/src/semantic/vectors.repository.js';
import { createDatabase } from '../../support/database.js';
import { TOOL_IDS, VERSIONS, type CatalogState } from './random-catalog.js';

/** The use cases on a database of their own that holds `TOOL_IDS`, each in every one of `VERSIONS`. */
export const openStore = async () => {
  const store = await createDatabase();
  const database = new Database(store.url, pino({ level: 'silent' }));
  const repository = new CandidatesRepository(database);
  const offers = new DescribeOffers(repository);
  await store.query(INSERT_CATALOG, [TOOL_IDS, VERSIONS]);
  const cursors = new Cursors(new CursorSecretRepository(database));
  const views = new CandidateViews(repository, offers, cursors);
  const log = pino({ level: 'silent' });
  const tokens = new TokenCounts(WORKER_SETTINGS, log);
  const meters = new Meters();
  const answers = new AssembleAnswer(tokens, meters, new ServedTally());
  const settings = readSettings({});
  const vectors = new StoredVectors(new VectorsRepository(database));
  const semantic = new SemanticSearch(null, vectors, settings, log);
  const searching = () =>
    new FindCandidates(repository, new SearchOffers(repository, semantic), offers, answers);
  const fence = new CatalogFence(store.url, settings, log);
  const loader = new SnapshotRepository(store.url);
  const snapshot = new CandidatesSnapshot(loader, fence, settings, log, meters);
  return {
    /** Every tool there is. */
    all: () =>
      seeing(
        () => EVERYTHING,
        () => repository.all(['*']),
      ),
    find: read(searching()),
    fence,
    loader,
    meters,
    snapshot,
    memory: new AnswerFromSnapshot(snapshot, answers, semantic),
    query: store.query,
    /** One that has kept nothing of earlier requests. */
    searching: () => asTheirs(searching()),
    findAnew: () => read(searching()),
    views: asTheirs(views),
    /** List and get as every caller has them, whatever it holds. */
    showing: asTheirs(new ShowTools(new ReadTools(new ToolsRepository(database), cursors), views)),
    explaining: asTheirs(new ExplainCandidates(repository)),
    become: async (state: CatalogState): Promise<void> => {
      await store.query(SET_NAMESPACES, [state.suspendedNamespaces]);
      await store.query(SET_TOOLS, [JSON.stringify(toolRows(state))]);
      await store.query(SET_VERSIONS, [JSON.stringify(versionRows(state))]);
      await database.asService((tx) => refreshServable(tx, TOOL_IDS));
    },
    /** In one transaction, so that at no moment both are for the same tenants. */
    swapTenants: async (one: string, other: string): Promise<void> => {
      await store.query(SWAP_TENANTS, [one, other]);
    },
    close: async (): Promise<void> => {
      await tokens.onApplicationShutdown();
      await snapshot.onApplicationShutdown();
      fence.onApplicationShutdown();
      await database.onApplicationShutdown();
      await store.drop();
    },
  };
};

interface Told {
  readonly tools: readonly JsonObject[];
  readonly total_eligible: number;
  readonly truncated: boolean;
}

/** What a use case answers, read again. */
const read = (find: FindCandidates) => ({
  execute: async (request: AskedRequest, context: RequestContext): Promise<Told> =>
    JSON.parse((await asTheirs(find).execute(request, context)).bytes.toString()) as Told,
});

/** As in a request: whatever is done is done for the caller that is named last. */
const asTheirs = <T extends object>(useCase: T): T =>
  new Proxy(useCase, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const { caller } = args.at(-1) as RequestContext;
        return seeing(
          () => sightOf(caller.keyId, caller.grant),
          async (): Promise<unknown> => Reflect.apply(member, target, args),
        );
      };
    },
  });

const toolRows = (state: CatalogState) =>
  state.tools.map((tool, at) => ({
    tool_id: TOOL_IDS[at],
    risk_rank: tool.risk_rank,
    requires_approval: tool.requires_approval,
    allowed_roles: tool.allowed_roles,
    allowed_tenants: tool.allowed_tenants,
    task_types: tool.task_types,
    suspended: tool.suspended,
  }));

const versionRows = (state: CatalogState) =>
  state.tools.flatMap(({ versions, successor }, tool) =>
    versions.map((columns, at) => ({
      ...columns,
      successor,
      tool_id: TOOL_IDS[tool],
      version: VERSIONS[at],
    })),
  );

const INSERT_CATALOG = `
  WITH ids AS (SELECT unnest($1::text[]) AS id),
  namespaces AS (
    INSERT INTO namespace (namespace, namespace_key)
    SELECT DISTINCT split_part(id, '.', 1), split_part(id, '.', 1) FROM ids
    RETURNING namespace),
  tools AS (
    INSERT INTO tool (tool_id, tool_key, namespace, owner, example_queries, aliases, policy_digest,
      risk_rank, requires_approval, allowed_roles, allowed_tenants, task_types)
    SELECT id, id, namespace, 'platform', '{}', '{}', '', 0, false, '{}', '{}', '{}'
    FROM ids JOIN namespaces ON namespace = split_part(id, '.', 1) RETURNING tool_id),
  presentations AS (
    INSERT INTO presentation_revision (tool_id, presentation_version, owner, example_queries,
      aliases, changed_by, changed_at)
    SELECT tool_id, 1, 'platform', '{}', '{}', 'test', now() FROM tools)
  INSERT INTO tool_version (tool_id, version, version_key, contract, contract_digest, description,
    tags, "check", created_by)
  SELECT tool_id, v, v, json_build_object('description', tool_id || ' in ' || v,
      'input_schema', json_build_object('type', 'object'), 'side_effect', false,
      'idempotent', true, 'timeout_ms', 1, 'target', json_build_object('kind', 'none'))::text,
    'sha256:' || tool_id || v, tool_id, '{}', '', 'test'
  FROM tools, unnest($2::text[]) AS v`;

const SET_NAMESPACES = `UPDATE namespace SET suspended = namespace = ANY($1::text[])`;

const SET_TOOLS = `
  UPDATE tool SET risk_rank = s.risk_rank, requires_approval = s.requires_approval,
    allowed_roles = s.allowed_roles, allowed_tenants = s.allowed_tenants,
    task_types = s.task_types, suspended = s.suspended
  FROM json_to_recordset($1::json) AS s(tool_id text, risk_rank smallint, requires_approval boolean,
    allowed_roles text[], allowed_tenants text[], task_types text[], suspended boolean)
  WHERE tool.tool_id = s.tool_id`;

const SET_VERSIONS = `
  UPDATE tool_version AS v SET state = s.state::version_state, rollout_percent = s.rollout_percent,
    successor = s.successor
  FROM json_to_recordset($1::json) AS s(tool_id text, version text, state text,
    rollout_percent smallint, successor text)
  WHERE v.tool_id = s.tool_id AND v.version = s.version`;

const SWAP_TENANTS = `
  UPDATE tool AS t SET allowed_tenants = o.allowed_tenants FROM tool AS o
  WHERE (t.tool_id, o.tool_id) IN (($1, $2), ($2, $1))`;
