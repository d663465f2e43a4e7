-- By hand: what schema.prisma cannot say.
--
-- PostgreSQL lets everybody execute a function unless told otherwise. Triggers fire without it, and what
-- the service calls itself each start grants to its role: nobody else has anything to call here. Functions
-- of somebody else in the same schema stay as they are.
DO $$
DECLARE
  ours regprocedure;
  writer record;
BEGIN
  FOREACH ours IN ARRAY ARRAY[
    'api_key_of(text)', 'audit_partitions_ahead()', 'audit_release_oldest(interval,text)',
    'bind_keys_to_tenants()', 'keep_revision()', 'name_tenants_of_tools()',
    'namespace_spellings(text[])', 'number_change()', 'record_change(text[],text[])',
    'record_key_change()', 'record_namespace_update()', 'record_tool_delete()', 'record_tool_insert()',
    'record_tool_update()', 'record_truncate()', 'record_version_delete()', 'record_version_insert()',
    'record_version_update()', 'refuse_change()', 'tenants_without_key(text[])']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE ALL ON ROUTINE %s FROM PUBLIC', ours);
  END LOOP;

  -- Whoever writes the trail goes on making its partitions, a replica of the release before included.
  FOR writer IN
    SELECT DISTINCT acl.grantee FROM pg_class AS c, aclexplode(c.relacl) AS acl
    WHERE c.oid = '"audit_event"'::regclass AND acl.privilege_type = 'INSERT'
      AND acl.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION "audit_partitions_ahead"() TO %s', writer.grantee::regrole);
  END LOOP;
END;
$$;
