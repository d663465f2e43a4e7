-- By hand: what schema.prisma cannot say.
--
-- An admin of some namespaces has the keys that reach no further than these. Left out, the namespaces of
-- a key are all, but for one that only publishes. Tenants, roles and risk are judged by the service.
DO $$
DECLARE
  everything constant text := $e$(SELECT current_setting('quartermaster.sees', true)) = 'everything'$e$;
  admin constant text := $e$(SELECT current_setting('quartermaster.admin', true)) = 'on'$e$;
  catalog constant text := $e$(SELECT current_setting('quartermaster.sees', true)) = 'catalog'$e$;
BEGIN
  EXECUTE format(
    $p$ALTER POLICY managed ON api_key USING (%s OR (%s AND (%s OR CASE
         WHEN (scopes::json -> 'namespaces') IS NULL THEN permissions <@ ARRAY['publish']
         ELSE ARRAY(SELECT json_array_elements_text(scopes::json -> 'namespaces')) <@
           (SELECT nullif(current_setting('quartermaster.namespaces', true), ''))::text[]
       END)))$p$, everything, admin, catalog);
  -- The key is looked up as the admin sees it.
  EXECUTE format(
    'ALTER POLICY managed ON api_key_tenant USING (%s OR (%s AND EXISTS (
       SELECT FROM api_key AS k WHERE k.id = api_key_tenant.key_id)))', everything, admin);
END;
$$;
