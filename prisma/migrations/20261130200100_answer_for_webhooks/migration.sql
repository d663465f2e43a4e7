-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "failing_ms" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "key_id" TEXT;

-- CreateIndex
CREATE INDEX "webhook_key_id_idx" ON "webhook"("key_id");

-- By hand from here: what schema.prisma cannot say.
--
-- Who made or last resumed those that are there stands in the trail, unless retention took it, and so does
-- which key came after theirs. Where that has ended already, nobody answers for the webhook: it goes on as
-- it did in the release before.
WITH RECURSIVE answering AS (
  SELECT DISTINCT ON (webhook_id) webhook_id, actor FROM (
    SELECT "seq", "event"::json #>> '{detail,webhook_id}' AS webhook_id, "event"::json -> 'actor' AS actor
    FROM "audit_event" WHERE "action" IN ('webhook.created', 'webhook.resumed')) AS told
  ORDER BY webhook_id, "seq" DESC
), rotation AS (
  SELECT DISTINCT ON (former) former, successor FROM (
    SELECT "seq", "event"::json #>> '{detail,replaces,id}' AS former,
      "event"::json #>> '{detail,key_id}' AS successor
    FROM "audit_event" WHERE "action" = 'api-key.rotated') AS told
  ORDER BY former, "seq" DESC
), handed AS (
  SELECT webhook_id, actor ->> 'key_id' AS key_id, 0 AS step FROM answering
  UNION ALL
  SELECT h.webhook_id, r.successor, h.step + 1 FROM handed AS h JOIN rotation AS r ON r.former = h.key_id
), kept AS (
  SELECT DISTINCT ON (webhook_id) webhook_id, key_id FROM handed ORDER BY webhook_id, step DESC
)
UPDATE "webhook" AS w SET "key_id" = k."id", "issuer" = answering.actor ->> 'issuer'
FROM answering
JOIN kept ON kept.webhook_id = answering.webhook_id
LEFT JOIN "api_key" AS k ON k."id" = kept.key_id
  AND k."revoked_at" IS NULL AND (k."expires_at" IS NULL OR k."expires_at" > now())
WHERE w."id" = answering.webhook_id;
