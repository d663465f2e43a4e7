-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "failing_ms" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "key_id" TEXT;

-- CreateIndex
CREATE INDEX "webhook_key_id_idx" ON "webhook"("key_id");

-- By hand from here: what schema.prisma cannot say.
--
-- Who made those that are there stands in the trail, unless retention took it.
UPDATE "webhook" AS w SET "key_id" = made.actor ->> 'key_id', "issuer" = made.actor ->> 'issuer'
FROM (
  SELECT "event"::json -> 'detail' ->> 'webhook_id' AS webhook_id, "event"::json -> 'actor' AS actor
  FROM "audit_event" WHERE "action" = 'webhook.created') AS made
WHERE made.webhook_id = w."id";
