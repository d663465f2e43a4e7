-- By hand: what schema.prisma cannot say.
--
-- Two bulks of a hundred tools nearly always have a lock in common. Now the later one waits for it, where
-- before it was decided anew by a way of many messages, with all its locks held. An older replica beside
-- this one calls the same function, and waits likewise.
CREATE OR REPLACE FUNCTION "require_as_decided"(decided json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  -- In the order of all who take several, so that nobody waits in a circle, and in a statement before the
  -- facts are read: they must be of a moment after the locks were taken.
  PERFORM pg_advisory_xact_lock(1, ordered.bucket) FROM (
    SELECT DISTINCT (hashtextextended(key, 0) & 511)::integer AS bucket
    FROM json_to_recordset(decided) AS s(tool_keys text[]), unnest(s.tool_keys) AS key
    ORDER BY bucket) AS ordered;
  FOR one IN
    SELECT * FROM json_to_recordset(decided) AS s(
      tool_keys text[], namespace_keys text[], facts text)
  LOOP
    IF "registration_facts"(one.tool_keys, one.namespace_keys) IS DISTINCT FROM one.facts THEN
      RAISE EXCEPTION 'something else stands around the tools by now'
        USING ERRCODE = 'serialization_failure';
    END IF;
  END LOOP;
END;
$$;
