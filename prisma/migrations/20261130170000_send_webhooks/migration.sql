-- CreateTable
CREATE TABLE "webhook" (
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "namespaces" TEXT[],
    "actions" TEXT[],
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_secret_until" TIMESTAMPTZ(3),
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "suspended_reason" TEXT,
    "suspended_by" TEXT,
    "suspended_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "position_seq" BIGINT NOT NULL,
    "position_hash" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_delivered_at" TIMESTAMPTZ(3),
    "claim" TEXT,
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_dead_letter" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "last_error" TEXT NOT NULL,
    "given_up_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_dead_letter_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_dead_letter_webhook_id_seq_idx" ON "webhook_dead_letter"("webhook_id", "seq");

-- AddForeignKey
ALTER TABLE "webhook_dead_letter" ADD CONSTRAINT "webhook_dead_letter_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
