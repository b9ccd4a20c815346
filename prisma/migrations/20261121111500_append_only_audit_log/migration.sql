-- The role of the application may not delete audit entries. This function deletes them for it, but only expired ones: it
-- runs as the owner, and its minimum of 30 days is also the minimum of SVC_RETENTION_DAYS.
CREATE FUNCTION "delete_expired_audit_entries"("retention_days" integer, "max_entries" integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH deleted AS (
    DELETE FROM public.audit_entries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.audit_entries WHERE created_at < now() - make_interval(days => greatest(retention_days, 30))
      LIMIT max_entries FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer FROM deleted
$$;

REVOKE ALL ON FUNCTION "delete_expired_audit_entries"(integer, integer) FROM PUBLIC;
