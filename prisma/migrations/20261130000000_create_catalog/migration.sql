-- Identifiers compare by code point (COLLATE "C"), so that lists come in the same order, and cursors
-- go on in the same place, on every server.

-- CreateEnum
CREATE TYPE "version_state" AS ENUM ('draft', 'review', 'staging', 'enabled', 'deprecated', 'disabled');

-- CreateTable
CREATE TABLE "catalog_head" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "audit_seq" BIGINT NOT NULL DEFAULT 0,
    "audit_hash" TEXT NOT NULL DEFAULT '',
    "cursor_secret" TEXT NOT NULL,

    CONSTRAINT "catalog_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "namespace" (
    "namespace" TEXT COLLATE "C" NOT NULL,
    "namespace_key" TEXT NOT NULL,
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "suspended_reason" TEXT,
    "suspended_by" TEXT,
    "suspended_by_admin" BOOLEAN NOT NULL DEFAULT false,
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "namespace_pkey" PRIMARY KEY ("namespace")
);

-- CreateTable
CREATE TABLE "tool" (
    "tool_id" TEXT COLLATE "C" NOT NULL,
    "tool_key" TEXT NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT NOT NULL,
    "example_queries" TEXT[],
    "aliases" TEXT[],
    "note" TEXT,
    "presentation_version" INTEGER NOT NULL DEFAULT 1,
    "policy_version" INTEGER NOT NULL DEFAULT 1,
    "policy_digest" TEXT NOT NULL,
    "risk_rank" SMALLINT NOT NULL,
    "requires_approval" BOOLEAN NOT NULL,
    "allowed_roles" TEXT[],
    "allowed_tenants" TEXT[],
    "task_types" TEXT[],
    "ever_left_draft" BOOLEAN NOT NULL DEFAULT false,
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "suspended_reason" TEXT,
    "suspended_by" TEXT,
    "suspended_by_admin" BOOLEAN NOT NULL DEFAULT false,
    "suspended_at" TIMESTAMPTZ(3),
    "servable" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_pkey" PRIMARY KEY ("tool_id")
);

-- CreateTable
CREATE TABLE "tool_version" (
    "id" BIGSERIAL NOT NULL,
    "tool_id" TEXT COLLATE "C" NOT NULL,
    "version" TEXT NOT NULL,
    "version_key" TEXT NOT NULL,
    "state" "version_state" NOT NULL DEFAULT 'draft',
    "contract" TEXT NOT NULL,
    "contract_digest" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT NOT NULL,
    "tags" TEXT[],
    "proposed" TEXT[],
    "changes" TEXT NOT NULL DEFAULT '[]',
    "check" TEXT NOT NULL,
    "authors" TEXT[],
    "ever_submitted" BOOLEAN NOT NULL DEFAULT false,
    "ever_enabled" BOOLEAN NOT NULL DEFAULT false,
    "retracted" BOOLEAN NOT NULL DEFAULT false,
    "rollout_percent" SMALLINT NOT NULL DEFAULT 100,
    "rollout_salt" TEXT NOT NULL DEFAULT '',
    "deprecation_reason" TEXT,
    "sunset_at" TIMESTAMPTZ(3),
    "successor" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval" (
    "id" BIGSERIAL NOT NULL,
    "tool_version_id" BIGINT NOT NULL,
    "subject" TEXT NOT NULL,
    "contract_digest" TEXT NOT NULL,
    "approved_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evidence" (
    "id" BIGSERIAL NOT NULL,
    "tool_version_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "summary" TEXT,
    "passed_at" TIMESTAMPTZ(3) NOT NULL,
    "contract_digest" TEXT NOT NULL,
    "submitted_by" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "evidence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "waiver" (
    "id" BIGSERIAL NOT NULL,
    "tool_version_id" BIGINT NOT NULL,
    "gate" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "contract_digest" TEXT NOT NULL,
    "granted_by" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "waiver_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "policy_revision" (
    "tool_id" TEXT COLLATE "C" NOT NULL,
    "policy_version" INTEGER NOT NULL,
    "policy_digest" TEXT NOT NULL,
    "risk_rank" SMALLINT NOT NULL,
    "requires_approval" BOOLEAN NOT NULL,
    "allowed_roles" TEXT[],
    "allowed_tenants" TEXT[],
    "task_types" TEXT[],
    "reason" TEXT,
    "changed_by" TEXT NOT NULL,
    "approved_by" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_revision_pkey" PRIMARY KEY ("tool_id","policy_version")
);

-- CreateTable
CREATE TABLE "policy_proposal" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tool_id" TEXT COLLATE "C" NOT NULL,
    "base_policy_version" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "risk_rank" SMALLINT NOT NULL,
    "requires_approval" BOOLEAN NOT NULL,
    "allowed_roles" TEXT[],
    "allowed_tenants" TEXT[],
    "task_types" TEXT[],
    "reason" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_reason" TEXT,

    CONSTRAINT "policy_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "presentation_revision" (
    "tool_id" TEXT COLLATE "C" NOT NULL,
    "presentation_version" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "example_queries" TEXT[],
    "aliases" TEXT[],
    "note" TEXT,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "presentation_revision_pkey" PRIMARY KEY ("tool_id","presentation_version")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "tool_id" TEXT COLLATE "C",
    "version" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "permissions" TEXT[],
    "scopes" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_answer" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" SMALLINT,
    "headers" TEXT,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("caller","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "namespace_namespace_key_key" ON "namespace"("namespace_key");

-- CreateIndex
CREATE UNIQUE INDEX "tool_tool_key_key" ON "tool"("tool_key");

-- CreateIndex
CREATE INDEX "tool_namespace_idx" ON "tool"("namespace");

-- CreateIndex
CREATE INDEX "tool_owner_idx" ON "tool"("owner");

-- CreateIndex
CREATE INDEX "tool_version_state_idx" ON "tool_version"("state");

-- CreateIndex
CREATE UNIQUE INDEX "tool_version_tool_id_version_key_key" ON "tool_version"("tool_id", "version_key");

-- CreateIndex
CREATE INDEX "approval_tool_version_id_idx" ON "approval"("tool_version_id");

-- CreateIndex
CREATE INDEX "evidence_tool_version_id_idx" ON "evidence"("tool_version_id");

-- CreateIndex
CREATE INDEX "waiver_tool_version_id_idx" ON "waiver"("tool_version_id");

-- CreateIndex
CREATE INDEX "policy_proposal_tool_id_status_idx" ON "policy_proposal"("tool_id", "status");

-- CreateIndex
CREATE INDEX "audit_event_tool_id_seq_idx" ON "audit_event"("tool_id", "seq");

-- CreateIndex
CREATE INDEX "audit_event_actor_seq_idx" ON "audit_event"("actor", "seq");

-- CreateIndex
CREATE INDEX "audit_event_action_seq_idx" ON "audit_event"("action", "seq");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_token_hash_key" ON "api_key"("token_hash");

-- CreateIndex
CREATE INDEX "idempotent_answer_created_at_idx" ON "idempotent_answer"("created_at");

-- AddForeignKey
ALTER TABLE "tool" ADD CONSTRAINT "tool_namespace_fkey" FOREIGN KEY ("namespace") REFERENCES "namespace"("namespace") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_version" ADD CONSTRAINT "tool_version_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "tool"("tool_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_tool_version_id_fkey" FOREIGN KEY ("tool_version_id") REFERENCES "tool_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_tool_version_id_fkey" FOREIGN KEY ("tool_version_id") REFERENCES "tool_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiver" ADD CONSTRAINT "waiver_tool_version_id_fkey" FOREIGN KEY ("tool_version_id") REFERENCES "tool_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_revision" ADD CONSTRAINT "policy_revision_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "tool"("tool_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_proposal" ADD CONSTRAINT "policy_proposal_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "tool"("tool_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "presentation_revision" ADD CONSTRAINT "presentation_revision_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "tool"("tool_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here: what schema.prisma cannot say.

-- Answers the candidate filter over what can be served.
CREATE INDEX "tool_servable_idx" ON "tool" USING GIN ("allowed_roles", "allowed_tenants", "task_types") WHERE "servable";

-- One open proposal for each tool.
CREATE UNIQUE INDEX "policy_proposal_open_key" ON "policy_proposal"("tool_id") WHERE "status" = 'open';

ALTER TABLE "catalog_head" ADD CONSTRAINT "catalog_head_one_row_check" CHECK ("id" = 1);
ALTER TABLE "tool" ADD CONSTRAINT "tool_risk_rank_check" CHECK ("risk_rank" BETWEEN 0 AND 4);
ALTER TABLE "policy_revision" ADD CONSTRAINT "policy_revision_risk_rank_check" CHECK ("risk_rank" BETWEEN 0 AND 4);
ALTER TABLE "policy_proposal" ADD CONSTRAINT "policy_proposal_risk_rank_check" CHECK ("risk_rank" BETWEEN 0 AND 4);
ALTER TABLE "policy_proposal" ADD CONSTRAINT "policy_proposal_status_check" CHECK ("status" IN ('open', 'approved', 'rejected', 'superseded', 'stale'));
ALTER TABLE "tool_version" ADD CONSTRAINT "tool_version_rollout_percent_check" CHECK ("rollout_percent" BETWEEN 0 AND 100);
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_kind_check" CHECK ("kind" IN ('test', 'smoke'));

-- What was written down is never changed, by whatever program.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END;
$$;

CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "policy_revision_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "policy_revision"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "presentation_revision_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "presentation_revision"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- The one row; the secret signs list cursors, so it differs from catalog to catalog.
INSERT INTO "catalog_head" ("cursor_secret")
VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
