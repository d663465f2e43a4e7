-- By hand: what schema.prisma cannot say.
--
-- What a registration asks and writes, each in one statement: every way to the server and back costs more
-- than what is done there. Whoever calls does it by its own rights, and sees and writes by its own sight;
-- a replica of the release before sends its statements one by one as before, under the same locks.

-- All that is decided on, as one text: where it is the same text under the tools' locks, what was decided
-- before they were taken still holds. Namespaces are told in whatever spelling and whoever's they are.
CREATE FUNCTION "registration_facts"(tool_keys text[], namespace_keys text[]) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  ids text[];
  tools json;
  versions json;
  proposals json;
BEGIN
  SELECT array_agg(t.tool_id), json_agg(t ORDER BY t.tool_id) INTO ids, tools FROM (
    SELECT "tool_id", "owner", "example_queries", "aliases", "note", "presentation_version",
      "policy_version", "policy_digest", "risk_rank", "requires_approval", "allowed_roles",
      "allowed_tenants", "task_types", "ever_left_draft"
    FROM "tool" WHERE "tool_key" = ANY(tool_keys)) AS t;
  IF ids IS NOT NULL THEN
    SELECT json_agg(v ORDER BY v.id) INTO versions FROM (
      SELECT "id", "tool_id", "version", "state", "ever_enabled", "retracted", "contract_digest",
        "changes"
      FROM "tool_version" WHERE "tool_id" = ANY(ids)) AS v;
    SELECT json_agg(p ORDER BY p.tool_id) INTO proposals FROM (
      SELECT "tool_id", "id" FROM "policy_proposal"
      WHERE "tool_id" = ANY(ids) AND "status" = 'open') AS p;
  END IF;
  RETURN json_build_object(
    'namespaces', (SELECT coalesce(json_agg(n.namespace ORDER BY n.namespace), '[]')
                   FROM "namespace_spellings"(namespace_keys) AS n),
    'tools', coalesce(tools, '[]'), 'versions', coalesce(versions, '[]'),
    'open_proposals', coalesce(proposals, '[]'));
END;
$$;

-- `writes` has a list of rows for each table that anything is written to. Each row says by `n` which
-- registration it is of: only those of `kept` are written, or all of them where that is NULL. A namespace
-- that somebody else made meanwhile, perhaps in another spelling, is a conflict: all is decided anew.
CREATE FUNCTION "save_registrations"(writes json, kept integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  w record;
  made bigint;
  wanted bigint;
BEGIN
  SELECT * INTO w FROM json_to_record(writes) AS sent(
    at timestamptz, namespaces json, new_tools json, changed_tools json, touched_tools json,
    policies json, stale_proposals json, presentations json, new_versions json,
    replaced_versions json, redeclared_versions json);

  -- By key, and so in one order: two writers of several never wait for each other in a circle.
  IF w.namespaces IS NOT NULL THEN
    WITH sent AS (
      SELECT DISTINCT s.namespace, s.namespace_key
      FROM json_to_recordset(w.namespaces) AS s(n integer, namespace text, namespace_key text)
      WHERE kept IS NULL OR s.n = ANY(kept)
    ), inserted AS (
      INSERT INTO "namespace" ("namespace", "namespace_key")
      SELECT sent.namespace, sent.namespace_key FROM sent ORDER BY sent.namespace_key
      ON CONFLICT DO NOTHING RETURNING 1)
    SELECT (SELECT count(*) FROM sent), (SELECT count(*) FROM inserted) INTO wanted, made;
    IF made < wanted THEN
      RAISE EXCEPTION 'somebody else made the same namespace' USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;

  IF w.new_tools IS NOT NULL THEN
    INSERT INTO "tool" ("tool_id", "tool_key", "namespace", "owner", "example_queries", "aliases",
      "presentation_version", "policy_version", "policy_digest", "risk_rank", "requires_approval",
      "allowed_roles", "allowed_tenants", "task_types", "created_at", "updated_at")
    SELECT s.tool_id, s.tool_key, s.namespace, s.owner, s.example_queries, s.aliases,
      s.presentation_version, s.policy_version, s.policy_digest, s.risk_rank, s.requires_approval,
      s.allowed_roles, s.allowed_tenants, s.task_types, w.at, w.at
    FROM json_to_recordset(w.new_tools) AS s(
      n integer, tool_id text, tool_key text, namespace text, owner text, example_queries text[],
      aliases text[], presentation_version integer, policy_version integer, policy_digest text,
      risk_rank smallint, requires_approval boolean, allowed_roles text[], allowed_tenants text[],
      task_types text[])
    WHERE kept IS NULL OR s.n = ANY(kept);
  END IF;

  IF w.changed_tools IS NOT NULL THEN
    UPDATE "tool" AS stored
    SET "owner" = s.owner, "example_queries" = s.example_queries, "aliases" = s.aliases,
      "presentation_version" = s.presentation_version, "policy_version" = s.policy_version,
      "policy_digest" = s.policy_digest, "risk_rank" = s.risk_rank,
      "requires_approval" = s.requires_approval, "allowed_roles" = s.allowed_roles,
      "allowed_tenants" = s.allowed_tenants, "task_types" = s.task_types, "updated_at" = w.at
    FROM json_to_recordset(w.changed_tools) AS s(
      n integer, tool_id text, owner text, example_queries text[], aliases text[],
      presentation_version integer, policy_version integer, policy_digest text, risk_rank smallint,
      requires_approval boolean, allowed_roles text[], allowed_tenants text[], task_types text[])
    WHERE stored."tool_id" = s.tool_id AND (kept IS NULL OR s.n = ANY(kept));
  END IF;

  IF w.policies IS NOT NULL THEN
    INSERT INTO "policy_revision" ("tool_id", "policy_version", "policy_digest", "risk_rank",
      "requires_approval", "allowed_roles", "allowed_tenants", "task_types", "changed_by",
      "changed_at")
    SELECT s.tool_id, s.policy_version, s.policy_digest, s.risk_rank, s.requires_approval,
      s.allowed_roles, s.allowed_tenants, s.task_types, s.changed_by, w.at
    FROM json_to_recordset(w.policies) AS s(
      n integer, tool_id text, policy_version integer, policy_digest text, risk_rank smallint,
      requires_approval boolean, allowed_roles text[], allowed_tenants text[], task_types text[],
      changed_by text)
    WHERE kept IS NULL OR s.n = ANY(kept);
  END IF;

  -- Policy has moved on from where these started.
  IF w.stale_proposals IS NOT NULL THEN
    UPDATE "policy_proposal" SET "status" = 'stale'
    WHERE "status" = 'open' AND "id" = ANY(ARRAY(
      SELECT s.id FROM json_to_recordset(w.stale_proposals) AS s(n integer, id text)
      WHERE kept IS NULL OR s.n = ANY(kept)));
  END IF;

  IF w.presentations IS NOT NULL THEN
    INSERT INTO "presentation_revision" ("tool_id", "presentation_version", "owner",
      "example_queries", "aliases", "note", "changed_by", "changed_at")
    SELECT s.tool_id, s.presentation_version, s.owner, s.example_queries, s.aliases, s.note,
      s.changed_by, w.at
    FROM json_to_recordset(w.presentations) AS s(
      n integer, tool_id text, presentation_version integer, owner text, example_queries text[],
      aliases text[], note text, changed_by text)
    WHERE kept IS NULL OR s.n = ANY(kept);
  END IF;

  IF w.new_versions IS NOT NULL THEN
    INSERT INTO "tool_version" ("tool_id", "version", "version_key", "created_by", "contract",
      "contract_digest", "title", "description", "tags", "proposed", "changes", "check", "authors",
      "created_at", "updated_at")
    SELECT s.tool_id, s.version, s.version_key, s.created_by, s.contract, s.contract_digest,
      s.title, s.description, s.tags, s.proposed, s.changes, s."check", s.authors, w.at, w.at
    FROM json_to_recordset(w.new_versions) AS s(
      n integer, tool_id text, version text, version_key text, created_by text, contract text,
      contract_digest text, title text, description text, tags text[], proposed text[],
      changes text, "check" text, authors text[])
    WHERE kept IS NULL OR s.n = ANY(kept);
  END IF;

  -- What was approved, proven or waived was another content.
  IF w.replaced_versions IS NOT NULL THEN
    DECLARE
      ids bigint[];
    BEGIN
      WITH replaced AS (
        UPDATE "tool_version" AS stored
        SET "contract" = s.contract, "contract_digest" = s.contract_digest, "title" = s.title,
          "description" = s.description, "tags" = s.tags, "proposed" = s.proposed,
          "changes" = s.changes, "check" = s."check", "authors" = s.authors, "updated_at" = w.at
        FROM json_to_recordset(w.replaced_versions) AS s(
          n integer, id bigint, contract text, contract_digest text, title text, description text,
          tags text[], proposed text[], changes text, "check" text, authors text[])
        WHERE stored."id" = s.id AND (kept IS NULL OR s.n = ANY(kept))
        RETURNING stored."id")
      SELECT array_agg(replaced.id) INTO ids FROM replaced;
      UPDATE "approval" SET "voided_at" = w.at
      WHERE "tool_version_id" = ANY(ids) AND "voided_at" IS NULL;
      UPDATE "evidence" SET "voided_at" = w.at
      WHERE "tool_version_id" = ANY(ids) AND "voided_at" IS NULL;
      UPDATE "waiver" SET "voided_at" = w.at
      WHERE "tool_version_id" = ANY(ids) AND "voided_at" IS NULL;
    END;
  END IF;

  -- The content stays, and with it what was proven and waived; who declares is an author, too.
  IF w.redeclared_versions IS NOT NULL THEN
    UPDATE "tool_version" AS stored
    SET "changes" = s.changes, "check" = s."check", "updated_at" = w.at,
      "authors" = stored."authors" || ARRAY(SELECT author FROM unnest(s.authors) AS author
                                            WHERE author <> ALL(stored."authors"))
    FROM json_to_recordset(w.redeclared_versions) AS s(
      n integer, id bigint, changes text, "check" text, authors text[])
    WHERE stored."id" = s.id AND (kept IS NULL OR s.n = ANY(kept));
  END IF;

  -- A tool whose versions changed was updated too.
  IF w.touched_tools IS NOT NULL THEN
    UPDATE "tool" SET "updated_at" = w.at
    WHERE "tool_id" = ANY(ARRAY(
      SELECT s.tool_id FROM json_to_recordset(w.touched_tools) AS s(n integer, tool_id text)
      WHERE kept IS NULL OR s.n = ANY(kept)));
  END IF;
END;
$$;

-- Appends events to the hash chain. Last in a transaction: it takes the one row that all writers share,
-- and holds it until the commit, which is what makes the order of commits and events the same. The text of
-- an event comes in the pieces between what only this moment tells: its time, the hash of the event before
-- it, and its number.
CREATE FUNCTION "append_audit"(entries json, kept integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  head record;
  stamp text;
  entry record;
  told text;
  seqs bigint[] := '{}';
  hashes text[] := '{}';
  events text[] := '{}';
  actors text[] := '{}';
  actions text[] := '{}';
  tool_ids text[] := '{}';
  versions text[] := '{}';
  namespaces text[] := '{}';
BEGIN
  SELECT "audit_seq" AS seq, "audit_hash" AS hash,
    date_trunc('milliseconds', clock_timestamp()) AS at
  INTO STRICT head FROM "catalog_head" WHERE "id" = 1 FOR UPDATE;
  stamp := to_char(head.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  FOR entry IN
    SELECT * FROM json_to_recordset(entries) AS s(
      n integer, pieces text[], actor text, action text, tool_id text, version text, namespace text)
    WHERE kept IS NULL OR s.n = ANY(kept)
  LOOP
    head.seq := head.seq + 1;
    told := entry.pieces[1] || stamp || entry.pieces[2] || head.hash || entry.pieces[3]
      || head.seq || entry.pieces[4];
    head.hash := 'sha256:' || encode(sha256(convert_to(told, 'UTF8')), 'hex');
    seqs := seqs || head.seq;
    hashes := hashes || head.hash;
    events := events || told;
    actors := actors || entry.actor;
    actions := actions || entry.action;
    tool_ids := tool_ids || entry.tool_id;
    versions := versions || entry.version;
    namespaces := namespaces || entry.namespace;
  END LOOP;
  INSERT INTO "audit_event" ("seq", "hash", "event", "at", "actor", "action", "tool_id", "version",
    "namespace")
  SELECT e.seq, e.hash, e.event, head.at, e.actor, e.action, e.tool_id, e.version, e.namespace
  FROM unnest(seqs, hashes, events, actors, actions, tool_ids, versions, namespaces)
    AS e(seq, hash, event, actor, action, tool_id, version, namespace);
  UPDATE "catalog_head" SET "audit_seq" = head.seq, "audit_hash" = head.hash WHERE "id" = 1;
END;
$$;

-- Which of some registrations, told by their `n`, were decided on what still stands around their tools; it
-- goes on to stand until the transaction ends. Nobody's lock is waited for, since all of them would wait:
-- what is locked counts as changed, and is left to whoever asks for it alone.
CREATE FUNCTION "held_as_decided"(decided json) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  one record;
  is_held boolean;
  held integer[] := '{}';
BEGIN
  FOR one IN
    SELECT * FROM json_to_recordset(decided) AS s(
      n integer, tool_keys text[], namespace_keys text[], facts text)
  LOOP
    -- In a statement before the facts are read: they must be of a moment after the locks were taken.
    SELECT bool_and(pg_try_advisory_xact_lock(1, bucket)) INTO is_held FROM (
      SELECT DISTINCT (hashtextextended(key, 0) & 511)::integer AS bucket
      FROM unnest(one.tool_keys) AS key) AS buckets;
    IF is_held THEN
      IF "registration_facts"(one.tool_keys, one.namespace_keys) = one.facts THEN
        held := held || one.n;
      END IF;
    END IF;
  END LOOP;
  RETURN held;
END;
$$;

-- The same where all of them have to be, before anything is written.
CREATE FUNCTION "require_as_decided"(decided json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality("held_as_decided"(decided)) < json_array_length(decided) THEN
    RAISE EXCEPTION 'something else stands around the tools by now'
      USING ERRCODE = 'serialization_failure';
  END IF;
END;
$$;

-- Several registrations that have nothing to do with each other: each is written or not by itself, and
-- those that were are told.
CREATE FUNCTION "register_as_decided"(decided json, writes json, entries json) RETURNS integer[]
LANGUAGE plpgsql AS $$
DECLARE
  kept integer[] := "held_as_decided"(decided);
BEGIN
  IF cardinality(kept) > 0 THEN
    PERFORM "save_registrations"(writes, kept);
    PERFORM "append_audit"(entries, kept);
  END IF;
  RETURN kept;
END;
$$;

-- Nobody else has anything to call here; each start grants it to the role of the service.
DO $$
DECLARE
  ours regprocedure;
BEGIN
  FOREACH ours IN ARRAY ARRAY[
    'registration_facts(text[],text[])', 'save_registrations(json,integer[])',
    'append_audit(json,integer[])', 'held_as_decided(json)', 'require_as_decided(json)',
    'register_as_decided(json,json,json)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE ALL ON ROUTINE %s FROM PUBLIC', ours);
  END LOOP;
END;
$$;
