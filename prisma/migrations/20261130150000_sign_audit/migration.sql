-- Only adds, so that a replica of the release before goes on beside it.

-- CreateTable
CREATE TABLE "audit_key" (
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "introduced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_key_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "audit_checkpoint" (
    "seq" BIGINT NOT NULL,
    "key_id" TEXT NOT NULL,
    "checkpoint" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_checkpoint_pkey" PRIMARY KEY ("seq","key_id")
);

-- CreateTable
CREATE TABLE "tool_served" (
    "tool_id" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "version" TEXT NOT NULL,
    "tenant" TEXT NOT NULL,
    "roles" TEXT NOT NULL,
    "answers" BIGINT NOT NULL,

    CONSTRAINT "tool_served_pkey" PRIMARY KEY ("tool_id","day","version","tenant","roles")
);

-- CreateIndex
CREATE INDEX "tool_served_day_idx" ON "tool_served"("day");

-- AddForeignKey
ALTER TABLE "audit_checkpoint" ADD CONSTRAINT "audit_checkpoint_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "audit_key"("key_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here: what schema.prisma cannot say.
CREATE TRIGGER "audit_key_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_key"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_checkpoint_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_checkpoint"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
