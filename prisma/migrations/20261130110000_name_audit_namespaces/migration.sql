-- Only adds, so that a replica of the release before goes on writing meanwhile.
ALTER TABLE "audit_event" ADD COLUMN "namespace" TEXT COLLATE "C";

-- The one change that rows of the trail ever see: it is no part of the event, and no hash is over it.
ALTER TABLE "audit_event" DISABLE TRIGGER "audit_event_append_only";

UPDATE "audit_event"
SET "namespace" = CASE
  WHEN "tool_id" IS NOT NULL THEN split_part("tool_id", '.', 1)
  ELSE "event"::json #>> '{detail,namespace}'
END
WHERE "tool_id" IS NOT NULL OR "action" IN ('namespace.suspended', 'namespace.unsuspended');

ALTER TABLE "audit_event" ENABLE TRIGGER "audit_event_append_only";

CREATE INDEX "audit_event_namespace_seq_idx" ON "audit_event"("namespace", "seq");
