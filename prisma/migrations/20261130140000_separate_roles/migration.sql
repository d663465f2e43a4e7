-- What triggers record, they write as the owner: the role that the service works as may only read it.
-- The role itself belongs to the whole server and not to this database, so that no migration makes it,
-- and none names it: each start sees to it, and to what it may do, on a restored database as well.
--
-- The schema stands alone in their path, so that nobody else's table can be taken for one of ours.
DO $$
DECLARE
  recorder regprocedure;
BEGIN
  FOREACH recorder IN ARRAY ARRAY[
    'record_tool_insert()', 'record_tool_update()', 'record_tool_delete()',
    'record_version_insert()', 'record_version_update()', 'record_version_delete()',
    'record_namespace_update()', 'record_key_change()', 'record_truncate()',
    'number_change()']::regprocedure[]
  LOOP
    EXECUTE format(
      'ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', recorder, current_schema());
  END LOOP;
END;
$$;
