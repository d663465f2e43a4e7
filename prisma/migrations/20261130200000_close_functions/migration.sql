-- By hand: what schema.prisma cannot say.
--
-- PostgreSQL lets everybody execute a function unless told otherwise. Triggers fire without it, and what
-- the service calls itself each start grants to its role: nobody else has anything to call here.
DO $$
DECLARE
  ours regprocedure;
  writer record;
BEGIN
  FOR ours IN
    SELECT p.oid FROM pg_proc AS p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND p.proowner = (SELECT relowner FROM pg_class WHERE oid = '"tool"'::regclass)
      AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_proc'::regclass
        AND d.objid = p.oid AND d.deptype = 'e')
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
