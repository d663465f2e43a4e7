-- CreateTable
CREATE TABLE "tenant" (
    "tenant" TEXT COLLATE "C" NOT NULL,
    "named_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("tenant")
);

-- CreateTable
CREATE TABLE "api_key_tenant" (
    "key_id" TEXT NOT NULL,
    "tenant" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "api_key_tenant_pkey" PRIMARY KEY ("key_id","tenant")
);

-- CreateIndex
CREATE INDEX "api_key_tenant_tenant_idx" ON "api_key_tenant"("tenant");

-- AddForeignKey
ALTER TABLE "api_key_tenant" ADD CONSTRAINT "api_key_tenant_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_tenant" ADD CONSTRAINT "api_key_tenant_tenant_fkey" FOREIGN KEY ("tenant") REFERENCES "tenant"("tenant") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here: what schema.prisma cannot say.
--
-- Tenants are named by triggers, in the transaction that names them: so they are there as well for what
-- a replica of the release before writes. The triggers work as the owner; nobody else writes these rows.

CREATE FUNCTION "name_tenants_of_tools"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "tenant" ("tenant", "named_by")
  SELECT DISTINCT ON (named.tenant) named.tenant, 'tool ' || after.tool_id
  FROM after, unnest(after.allowed_tenants) AS named(tenant)
  WHERE named.tenant <> '*' AND NOT EXISTS (SELECT FROM "tenant" AS t WHERE t.tenant = named.tenant)
  ORDER BY named.tenant, after.tool_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;

-- Scopes that leave the tenants out, or say `*`, bind a key to none of them.
CREATE FUNCTION "bind_keys_to_tenants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "tenant" ("tenant", "named_by")
  SELECT DISTINCT ON (named.tenant) named.tenant, 'key ' || after.id
  FROM after, json_array_elements_text(after.scopes::json -> 'tenants') AS named(tenant)
  WHERE named.tenant <> '*'
  ORDER BY named.tenant, after.id
  ON CONFLICT DO NOTHING;
  INSERT INTO "api_key_tenant" ("key_id", "tenant")
  SELECT DISTINCT after.id, named.tenant
  FROM after, json_array_elements_text(after.scopes::json -> 'tenants') AS named(tenant)
  WHERE named.tenant <> '*'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "tool_insert_names_tenants" AFTER INSERT ON "tool"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "name_tenants_of_tools"();
CREATE TRIGGER "tool_update_names_tenants" AFTER UPDATE ON "tool"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "name_tenants_of_tools"();
CREATE TRIGGER "api_key_insert_binds_tenants" AFTER INSERT ON "api_key"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "bind_keys_to_tenants"();

-- Those that were named before there were rows for them.
WITH named AS (
  SELECT tenant, 'tool ' || tool_id AS named_by, created_at
  FROM "tool", unnest(allowed_tenants) AS listed(tenant)
  UNION ALL
  SELECT tenant, 'key ' || id, created_at
  FROM "api_key", json_array_elements_text(scopes::json -> 'tenants') AS listed(tenant))
INSERT INTO "tenant" ("tenant", "named_by", "created_at")
SELECT DISTINCT ON (tenant) tenant, named_by, created_at FROM named
WHERE tenant <> '*' ORDER BY tenant, created_at;

INSERT INTO "api_key_tenant" ("key_id", "tenant")
SELECT DISTINCT id, tenant
FROM "api_key", json_array_elements_text(scopes::json -> 'tenants') AS listed(tenant)
WHERE tenant <> '*';

-- The three questions that have to look beyond what a caller sees. Each is answered with no more than
-- what has to be known: one key to whoever has its id, the spelling of a namespace to whoever names it,
-- and of some tenants those that nobody's key names.

CREATE FUNCTION "api_key_of"(asked text) RETURNS SETOF "api_key" LANGUAGE sql STABLE AS $$
  SELECT * FROM "api_key" WHERE "id" = asked
$$;

CREATE FUNCTION "namespace_spellings"(keys text[]) RETURNS TABLE ("namespace" text)
LANGUAGE sql STABLE AS $$
  SELECT n."namespace" FROM "namespace" AS n WHERE n."namespace_key" = ANY(keys)
$$;

CREATE FUNCTION "tenants_without_key"(asked text[]) RETURNS TABLE ("tenant" text)
LANGUAGE sql STABLE AS $$
  SELECT named.tenant FROM unnest(asked) AS named(tenant)
  WHERE named.tenant <> '*' AND NOT EXISTS (
    SELECT FROM "api_key_tenant" AS b JOIN "api_key" AS k ON k."id" = b."key_id"
    WHERE b."tenant" = named.tenant AND k."revoked_at" IS NULL
      AND (k."expires_at" IS NULL OR k."expires_at" > now()))
$$;

DO $$
DECLARE
  trusted regprocedure;
BEGIN
  FOREACH trusted IN ARRAY ARRAY[
    'name_tenants_of_tools()', 'bind_keys_to_tenants()', 'api_key_of(text)',
    'namespace_spellings(text[])', 'tenants_without_key(text[])']::regprocedure[]
  LOOP
    EXECUTE format(
      'ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', trusted, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', trusted);
  END LOOP;
END;
$$;

-- Whose rows there are is said by each transaction, in settings that end with it:
--
--   quartermaster.sees        `everything`: the service's own work · `catalog`: all namespaces
--   quartermaster.namespaces  those that the caller governs, where it is not all of them
--   quartermaster.caller      the caller's key
--   quartermaster.admin       `on`: who manages keys
--   quartermaster.offered     `on`: what candidates can be asked for, within the next four
--   quartermaster.offered_namespaces, .offered_roles, .offered_tenants (`*` is all), .offered_risk
--
-- A transaction that says nothing sees nothing. The owner is not bound: migrations, backups and a
-- replica of the release before go on, and the service is never the owner.
--
-- Each setting is read once for a statement and not for each row, as the sub-selects do not depend on
-- the row. What a version belongs to is in its tool_id, so that no table is joined for it.

DO $$
DECLARE
  sees constant text := $e$(SELECT current_setting('quartermaster.sees', true))$e$;
  everything constant text := sees || $e$ = 'everything'$e$;
  governs constant text := sees || $e$ IN ('everything', 'catalog') OR %s = ANY
    ((SELECT nullif(current_setting('quartermaster.namespaces', true), ''))::text[])$e$;
  offered constant text := $e$(SELECT current_setting('quartermaster.offered', true)) = 'on'$e$;
  one_of constant text := $e$(SELECT nullif(current_setting('quartermaster.offered_%s', true), ''))::text[]$e$;
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY[
    'api_key', 'api_key_tenant', 'approval', 'audit_checkpoint', 'audit_event', 'audit_key',
    'audit_release', 'catalog_change', 'catalog_head', 'evidence', 'idempotent_answer', 'namespace',
    'policy_proposal', 'policy_revision', 'presentation_revision', 'rate_bucket', 'tenant', 'tool',
    'tool_served', 'tool_version', 'version_vector', 'waiver', 'webhook', 'webhook_dead_letter']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
  END LOOP;

  FOREACH target IN ARRAY ARRAY['namespace', 'tool', 'webhook_dead_letter'] LOOP
    EXECUTE format('CREATE POLICY governed ON %I USING (%s)', target, format(governs, 'namespace'));
  END LOOP;
  FOREACH target IN ARRAY ARRAY[
    'policy_proposal', 'policy_revision', 'presentation_revision', 'tool_served', 'tool_version']
  LOOP
    EXECUTE format('CREATE POLICY governed ON %I USING (%s)',
      target, format(governs, $e$split_part(tool_id, '.', 1)$e$));
  END LOOP;
  EXECUTE format(
    'CREATE POLICY governed ON webhook USING (%s IN (''everything'', ''catalog'')
       OR (namespaces <> ''{}'' AND namespaces <@
         (SELECT nullif(current_setting(''quartermaster.namespaces'', true), ''''))::text[]))', sees);
  -- The version is looked up as the caller sees it.
  FOREACH target IN ARRAY ARRAY['approval', 'evidence', 'waiver'] LOOP
    EXECUTE format(
      'CREATE POLICY governed ON %1$I USING (%2$s IN (''everything'', ''catalog'') OR EXISTS (
         SELECT FROM tool_version AS v WHERE v.id = %1$I.tool_version_id
           AND split_part(v.tool_id, ''.'', 1) = ANY
             ((SELECT nullif(current_setting(''quartermaster.namespaces'', true), ''''))::text[])))',
      target, sees);
  END LOOP;

  -- What belongs to no namespace is for whoever sees all of them, and is written by whoever does it.
  EXECUTE format('CREATE POLICY governed ON audit_event FOR SELECT USING (%s)',
    format(governs, 'namespace'));
  EXECUTE format('CREATE POLICY written ON audit_event FOR INSERT WITH CHECK (namespace IS NULL OR %s)',
    format(governs, 'namespace'));
  EXECUTE format('CREATE POLICY governed ON catalog_head USING (%s IN (''everything'', ''catalog'') OR %s)',
    sees, $e$(SELECT nullif(nullif(current_setting('quartermaster.namespaces', true), ''), '{}')) IS NOT NULL$e$);

  FOREACH target IN ARRAY ARRAY[
    'audit_checkpoint', 'audit_key', 'audit_release', 'catalog_change', 'rate_bucket',
    'version_vector']
  LOOP
    EXECUTE format('CREATE POLICY own_work ON %I USING (%s)', target, everything);
  END LOOP;
  EXECUTE format(
    'CREATE POLICY own_answers ON idempotent_answer USING (%s
       OR caller = (SELECT nullif(current_setting(''quartermaster.caller'', true), '''')))',
    everything);
  EXECUTE format(
    'CREATE POLICY managed ON api_key USING (%s
       OR (SELECT current_setting(''quartermaster.admin'', true)) = ''on'')', everything);
  EXECUTE format(
    'CREATE POLICY managed ON api_key_tenant FOR SELECT USING (%s
       OR (SELECT current_setting(''quartermaster.admin'', true)) = ''on'')', everything);
  EXECUTE format('CREATE POLICY governed ON tenant FOR SELECT USING (%s IN (''everything'', ''catalog''))',
    sees);

  -- What some request of the caller could be answered with: the filter of candidates, but for task type
  -- and session, which a caller chooses freely. It only spares what is kept back anyway.
  EXECUTE format(
    'CREATE POLICY offered ON tool FOR SELECT USING (%s AND servable
       AND risk_rank <= (SELECT nullif(current_setting(''quartermaster.offered_risk'', true), ''''))::integer
       AND (''*'' = ANY (%2$s) OR namespace = ANY (%2$s))
       AND (''*'' = ANY (%3$s) OR ''*'' = ANY (allowed_roles) OR allowed_roles && (%3$s))
       AND (''*'' = ANY (%4$s) OR ''*'' = ANY (allowed_tenants) OR allowed_tenants && (%4$s)))',
    offered, '(' || format(one_of, 'namespaces') || ')', '(' || format(one_of, 'roles') || ')',
    '(' || format(one_of, 'tenants') || ')');
  EXECUTE format(
    'CREATE POLICY offered ON namespace FOR SELECT USING (%s
       AND EXISTS (SELECT FROM tool AS t WHERE t.namespace = namespace.namespace))', offered);
  EXECUTE format(
    'CREATE POLICY offered ON tool_version FOR SELECT USING (%s AND state IN (''enabled'', ''deprecated'')
       AND EXISTS (SELECT FROM tool AS t WHERE t.tool_id = tool_version.tool_id))', offered);
  EXECUTE format(
    'CREATE POLICY offered ON presentation_revision FOR SELECT USING (%s
       AND EXISTS (SELECT FROM tool AS t WHERE t.tool_id = presentation_revision.tool_id))', offered);
END;
$$;
