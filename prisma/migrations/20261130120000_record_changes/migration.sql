-- AlterTable
ALTER TABLE "catalog_head" ADD COLUMN     "revision_token" UUID NOT NULL DEFAULT gen_random_uuid();

-- CreateTable
CREATE TABLE "catalog_change" (
    "id" BIGSERIAL NOT NULL,
    "revision" BIGINT,
    "token" UUID,
    "tool_ids" TEXT[],
    "key_ids" TEXT[],

    CONSTRAINT "catalog_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "catalog_change_revision_key" ON "catalog_change"("revision");

-- By hand from here: what schema.prisma cannot say.
--
-- Triggers, and not the commands, record what candidates could see change: then neither a command nor
-- a person with a SQL prompt can forget it. Each statement that touches something visible adds one row.

-- So many that a list of them is worth less than starting over: lists that are NULL stand for everything.
CREATE FUNCTION "record_change"(tool_ids text[], key_ids text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "catalog_change" ("tool_ids", "key_ids")
  SELECT CASE WHEN many THEN NULL ELSE coalesce(tool_ids, '{}') END,
    CASE WHEN many THEN NULL ELSE coalesce(key_ids, '{}') END
  FROM (SELECT greatest(cardinality(tool_ids), cardinality(key_ids)) > 2000 AS many) AS size
  WHERE tool_ids IS NOT NULL OR key_ids IS NOT NULL
$$;

CREATE FUNCTION "record_tool_insert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_change"((SELECT array_agg(tool_id) FROM after WHERE servable), NULL);
  RETURN NULL;
END;
$$;

-- A plan made for one row is kept for the statement that changes thousands, where a nested loop would
-- compare each with each.
CREATE FUNCTION "record_tool_update"() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off AS $$
BEGIN
  PERFORM "record_change"((
    SELECT array_agg(a.tool_id) FROM before AS b JOIN after AS a USING (tool_id)
    WHERE (a.servable OR b.servable)
      AND (a.servable, a.suspended, a.namespace, a.risk_rank, a.requires_approval, a.allowed_roles,
           a.allowed_tenants, a.task_types, a.presentation_version)
        IS DISTINCT FROM
          (b.servable, b.suspended, b.namespace, b.risk_rank, b.requires_approval, b.allowed_roles,
           b.allowed_tenants, b.task_types, b.presentation_version)), NULL);
  RETURN NULL;
END;
$$;

CREATE FUNCTION "record_tool_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_change"((SELECT array_agg(tool_id) FROM before WHERE servable), NULL);
  RETURN NULL;
END;
$$;

CREATE FUNCTION "record_version_insert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_change"((
    SELECT array_agg(DISTINCT tool_id) FROM after WHERE state IN ('enabled', 'deprecated')), NULL);
  RETURN NULL;
END;
$$;

CREATE FUNCTION "record_version_update"() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off AS $$
BEGIN
  PERFORM "record_change"((
    SELECT array_agg(DISTINCT a.tool_id) FROM before AS b JOIN after AS a USING (id)
    WHERE a.state IN ('enabled', 'deprecated') OR b.state IN ('enabled', 'deprecated')), NULL);
  RETURN NULL;
END;
$$;

CREATE FUNCTION "record_version_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_change"((
    SELECT array_agg(DISTINCT tool_id) FROM before WHERE state IN ('enabled', 'deprecated')), NULL);
  RETURN NULL;
END;
$$;

CREATE FUNCTION "record_namespace_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_change"((
    SELECT array_agg(t.tool_id)
    FROM before AS b JOIN after AS a USING (namespace) JOIN "tool" AS t USING (namespace)
    WHERE a.suspended IS DISTINCT FROM b.suspended AND t.servable), NULL);
  RETURN NULL;
END;
$$;

-- A key that is new can have been cached by nobody.
CREATE FUNCTION "record_key_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_change"(NULL, (SELECT array_agg(id) FROM before));
  RETURN NULL;
END;
$$;

CREATE FUNCTION "record_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "catalog_change" ("tool_ids", "key_ids") VALUES (NULL, NULL);
  RETURN NULL;
END;
$$;

-- Releases before this one raise the revision by hand, with each event of the audit trail. What of it
-- candidates could see is recorded here already; the rest would make who follows start over.
CREATE FUNCTION "keep_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 THEN
    NEW."revision" := OLD."revision";
  END IF;
  RETURN NEW;
END;
$$;

-- At the commit, when the row of the head is the last that is waited for: so the order of revisions
-- is the order of commits, and who reads the head's revision sees every change up to it. After a
-- failover that lost the last of them the same numbers come again; the same tokens never do.
CREATE FUNCTION "number_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
  proof uuid;
BEGIN
  UPDATE "catalog_head" SET "revision" = "revision" + 1, "revision_token" = gen_random_uuid()
  WHERE "id" = 1 RETURNING "revision", "revision_token" INTO reached, proof;
  UPDATE "catalog_change" SET "revision" = reached, "token" = proof WHERE "id" = NEW."id";
  -- Who was away for longer starts over, which is no slower by then.
  IF reached % 256 = 0 THEN
    DELETE FROM "catalog_change" WHERE "revision" <= reached - 8192;
  END IF;
  PERFORM pg_notify('catalog_change', '');
  RETURN NULL;
END;
$$;

-- Before anything is numbered: where whoever comes first begins.
INSERT INTO "catalog_change" ("revision", "token", "tool_ids", "key_ids")
SELECT "revision", "revision_token", '{}', '{}' FROM "catalog_head";

CREATE TRIGGER "catalog_head_revision_kept" BEFORE UPDATE OF "revision" ON "catalog_head"
  FOR EACH ROW EXECUTE FUNCTION "keep_revision"();
CREATE CONSTRAINT TRIGGER "catalog_change_number" AFTER INSERT ON "catalog_change"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "number_change"();

CREATE TRIGGER "tool_insert_recorded" AFTER INSERT ON "tool"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "record_tool_insert"();
CREATE TRIGGER "tool_update_recorded" AFTER UPDATE ON "tool"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "record_tool_update"();
CREATE TRIGGER "tool_delete_recorded" AFTER DELETE ON "tool"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "record_tool_delete"();
CREATE TRIGGER "tool_version_insert_recorded" AFTER INSERT ON "tool_version"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "record_version_insert"();
CREATE TRIGGER "tool_version_update_recorded" AFTER UPDATE ON "tool_version"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "record_version_update"();
CREATE TRIGGER "tool_version_delete_recorded" AFTER DELETE ON "tool_version"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "record_version_delete"();
CREATE TRIGGER "namespace_update_recorded" AFTER UPDATE ON "namespace"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "record_namespace_update"();
CREATE TRIGGER "api_key_update_recorded" AFTER UPDATE ON "api_key"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "record_key_change"();
CREATE TRIGGER "api_key_delete_recorded" AFTER DELETE ON "api_key"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "record_key_change"();
CREATE TRIGGER "tool_truncate_recorded" AFTER TRUNCATE ON "tool"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_truncate"();
CREATE TRIGGER "tool_version_truncate_recorded" AFTER TRUNCATE ON "tool_version"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_truncate"();
CREATE TRIGGER "api_key_truncate_recorded" AFTER TRUNCATE ON "api_key"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_truncate"();
