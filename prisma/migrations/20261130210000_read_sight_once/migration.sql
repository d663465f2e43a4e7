-- By hand: what schema.prisma cannot say.
--
-- The lists among the settings are read once for a statement, as the settings themselves are: with the cast
-- outside of the sub-select each row had them parsed anew, which was most of what a list cost an agent. The
-- policies say what they said.
DO $$
DECLARE
  sees constant text := $e$(SELECT current_setting('quartermaster.sees', true))$e$;
  everything constant text := sees || $e$ = 'everything'$e$;
  admin constant text := $e$(SELECT current_setting('quartermaster.admin', true)) = 'on'$e$;
  offered constant text := $e$(SELECT current_setting('quartermaster.offered', true)) = 'on'$e$;
  -- The outer cast does nothing; it tells a list from a query after ANY.
  list_of constant text := $e$(SELECT nullif(current_setting('quartermaster.%s', true), '')::text[])::text[]$e$;
  namespaces constant text := format(list_of, 'namespaces');
  governs constant text := sees || $e$ IN ('everything', 'catalog') OR %s = ANY (($e$ || namespaces || '))';
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['namespace', 'tool', 'webhook_dead_letter', 'audit_event'] LOOP
    EXECUTE format('ALTER POLICY governed ON %I USING (%s)', target, format(governs, 'namespace'));
  END LOOP;
  EXECUTE format('ALTER POLICY written ON audit_event WITH CHECK (namespace IS NULL OR %s)',
    format(governs, 'namespace'));
  FOREACH target IN ARRAY ARRAY[
    'policy_proposal', 'policy_revision', 'presentation_revision', 'tool_served', 'tool_version']
  LOOP
    EXECUTE format('ALTER POLICY governed ON %I USING (%s)',
      target, format(governs, $e$split_part(tool_id, '.', 1)$e$));
  END LOOP;
  EXECUTE format(
    'ALTER POLICY governed ON webhook USING (%s IN (''everything'', ''catalog'')
       OR (namespaces <> ''{}'' AND namespaces <@ (%s)))', sees, namespaces);
  FOREACH target IN ARRAY ARRAY['approval', 'evidence', 'waiver'] LOOP
    EXECUTE format(
      'ALTER POLICY governed ON %1$I USING (%2$s IN (''everything'', ''catalog'') OR EXISTS (
         SELECT FROM tool_version AS v WHERE v.id = %1$I.tool_version_id
           AND split_part(v.tool_id, ''.'', 1) = ANY ((%3$s))))',
      target, sees, namespaces);
  END LOOP;
  EXECUTE format(
    $p$ALTER POLICY managed ON api_key USING (%s OR (%s AND (%s = 'catalog' OR CASE
         WHEN (scopes::json -> 'namespaces') IS NULL THEN permissions <@ ARRAY['publish']
         ELSE ARRAY(SELECT json_array_elements_text(scopes::json -> 'namespaces')) <@ (%s)
       END)))$p$, everything, admin, sees, namespaces);
  EXECUTE format(
    'ALTER POLICY offered ON tool USING (%1$s AND servable
       AND risk_rank <= (SELECT nullif(current_setting(''quartermaster.offered_risk'', true), '''')::integer)
       AND (''*'' = ANY ((%2$s)) OR namespace = ANY ((%2$s)))
       AND (''*'' = ANY ((%3$s)) OR ''*'' = ANY (allowed_roles) OR allowed_roles && (%3$s))
       AND (''*'' = ANY ((%4$s)) OR ''*'' = ANY (allowed_tenants) OR allowed_tenants && (%4$s)))',
    offered, format(list_of, 'offered_namespaces'), format(list_of, 'offered_roles'),
    format(list_of, 'offered_tenants'));
END;
$$;
