-- CreateTable
CREATE TABLE "audit_release" (
    "last_seq" BIGINT NOT NULL,
    "partition" TEXT NOT NULL,
    "checkpoint" TEXT NOT NULL,
    "export_sha256" TEXT NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "released_by" TEXT NOT NULL DEFAULT SESSION_USER,

    CONSTRAINT "audit_release_pkey" PRIMARY KEY ("last_seq")
);

-- By hand from here: what schema.prisma cannot say.
CREATE TRIGGER "audit_release_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_release"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- The trail in partitions of 100,000 events by their number: so a number stays unique in all of it, and
-- old events go in one piece. The table that was there becomes the first of them, as it is; replicas of
-- the release before write into the new one under the same name, without knowing.
DO $$
DECLARE
  upper_bound bigint;
  held record;
BEGIN
  LOCK TABLE "audit_event" IN ACCESS EXCLUSIVE MODE;
  SELECT (coalesce(max("seq"), 0) / 100000 + 1) * 100000 + 1 INTO upper_bound FROM "audit_event";

  ALTER TABLE "audit_event" RENAME TO "audit_event_1";
  ALTER INDEX "audit_event_pkey" RENAME TO "audit_event_1_pkey";
  ALTER INDEX "audit_event_tool_id_seq_idx" RENAME TO "audit_event_1_tool_id_seq_idx";
  ALTER INDEX "audit_event_namespace_seq_idx" RENAME TO "audit_event_1_namespace_seq_idx";
  ALTER INDEX "audit_event_actor_seq_idx" RENAME TO "audit_event_1_actor_seq_idx";
  ALTER INDEX "audit_event_action_seq_idx" RENAME TO "audit_event_1_action_seq_idx";
  ALTER INDEX "audit_event_at_idx" RENAME TO "audit_event_1_at_idx";

  CREATE TABLE "audit_event" (LIKE "audit_event_1" INCLUDING DEFAULTS) PARTITION BY RANGE ("seq");
  ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_pkey" PRIMARY KEY ("seq");
  CREATE INDEX "audit_event_tool_id_seq_idx" ON "audit_event"("tool_id", "seq");
  CREATE INDEX "audit_event_namespace_seq_idx" ON "audit_event"("namespace", "seq");
  CREATE INDEX "audit_event_actor_seq_idx" ON "audit_event"("actor", "seq");
  CREATE INDEX "audit_event_action_seq_idx" ON "audit_event"("action", "seq");
  CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");
  CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

  EXECUTE format(
    'ALTER TABLE "audit_event" ATTACH PARTITION "audit_event_1" FOR VALUES FROM (MINVALUE) TO (%L)',
    upper_bound);
  -- Takes what comes while none was made ahead, so that no command ever fails for it.
  CREATE TABLE "audit_event_rest" PARTITION OF "audit_event" DEFAULT;
  CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event_rest"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

  -- Whoever had a right to the trail has it still, and to its parts nobody.
  FOR held IN
    SELECT acl.grantee, acl.privilege_type FROM pg_class AS c, aclexplode(c.relacl) AS acl
    WHERE c.oid = '"audit_event_1"'::regclass AND acl.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON "audit_event" TO %s', held.privilege_type,
      CASE WHEN held.grantee = 0 THEN 'PUBLIC' ELSE held.grantee::regrole::text END);
    EXECUTE format('REVOKE %s ON "audit_event_1" FROM %s', held.privilege_type,
      CASE WHEN held.grantee = 0 THEN 'PUBLIC' ELSE held.grantee::regrole::text END);
  END LOOP;
END;
$$;

-- Makes partitions until one whole one lies ahead of the head; as the owner, since the service may not
-- make tables. It can do nothing but that, whoever calls it.
CREATE FUNCTION "audit_partitions_ahead"() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET lock_timeout = '1s' AS $$
DECLARE
  width CONSTANT bigint := 100000;
  head bigint;
  next_seq bigint;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7146229805);
  SELECT "audit_seq" INTO head FROM "catalog_head" WHERE "id" = 1;
  SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''(\d+)''\)')::bigint)
  INTO next_seq
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
  WHERE i.inhparent = '"audit_event"'::regclass;
  -- What went to the rest stays there: the next begins after it.
  SELECT greatest(next_seq, (max("seq") / width + 1) * width + 1) INTO next_seq FROM "audit_event_rest";
  WHILE next_seq <= head + width LOOP
    EXECUTE format('CREATE TABLE %I (LIKE "audit_event" INCLUDING ALL)', 'audit_event_' || next_seq);
    EXECUTE format(
      'CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
       FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"()', 'audit_event_' || next_seq);
    EXECUTE format('ALTER TABLE "audit_event" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      'audit_event_' || next_seq, next_seq, next_seq + width);
    next_seq := next_seq + width;
    made := made + 1;
  END LOOP;
  RETURN made;
END;
$$;

-- Lets the oldest partition go, for the owner of the tables alone: the service can make no event
-- disappear. Only where all of it is older than `keep`, a checkpoint of its last event is stored, and an
-- export of it is named by its SHA-256. The table stays, on its own: to be dumped, and dropped.
CREATE FUNCTION "audit_release_oldest"(keep interval, export_sha256 text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  oldest regclass;
  upper_bound bigint;
  newest timestamptz;
  signed text;
BEGIN
  IF export_sha256 !~ '^[0-9a-f]{64}$' THEN
    RAISE EXCEPTION 'the export is named by its SHA-256, in 64 hexadecimal digits';
  END IF;
  SELECT c.oid::regclass, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''(\d+)''\)')::bigint
  INTO oldest, upper_bound
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
  WHERE i.inhparent = '"audit_event"'::regclass AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
  ORDER BY 2 LIMIT 1;
  IF upper_bound > (SELECT "audit_seq" FROM "catalog_head" WHERE "id" = 1) THEN
    RAISE EXCEPTION 'the oldest partition is not full yet: it ends with event %', upper_bound - 1;
  END IF;
  EXECUTE format('SELECT max("at") FROM %s', oldest) INTO newest;
  IF newest > now() - keep THEN
    RAISE EXCEPTION 'the oldest partition holds events up to %', newest;
  END IF;
  SELECT "checkpoint" INTO signed FROM "audit_checkpoint" WHERE "seq" = upper_bound - 1
  ORDER BY "at" DESC LIMIT 1;
  IF signed IS NULL THEN
    RAISE EXCEPTION 'there is no signed checkpoint of event %', upper_bound - 1;
  END IF;
  INSERT INTO "audit_release" ("last_seq", "partition", "checkpoint", "export_sha256")
  VALUES (upper_bound - 1, oldest::text, signed, export_sha256);
  EXECUTE format('ALTER TABLE "audit_event" DETACH PARTITION %s', oldest);
  RETURN oldest::text;
END;
$$;
REVOKE EXECUTE ON FUNCTION "audit_release_oldest"(interval, text) FROM PUBLIC;

-- The schema stands alone in its path, so that nobody else's table can be taken for one of ours.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "audit_partitions_ahead"() SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION "audit_release_oldest"(interval, text) SET search_path = %I, pg_temp',
    current_schema());
END;
$$;

SELECT "audit_partitions_ahead"();
