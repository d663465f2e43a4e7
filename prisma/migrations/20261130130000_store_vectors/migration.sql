-- Only adds, so that a replica of the release before goes on beside it.

-- CreateTable
CREATE TABLE "version_vector" (
    "model" TEXT NOT NULL,
    "tool_version_id" BIGINT NOT NULL,
    "contract_digest" TEXT,
    "presentation_version" INTEGER,
    "text_digest" TEXT,
    "vector" BYTEA,
    "stored_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "version_vector_pkey" PRIMARY KEY ("model","tool_version_id")
);

-- CreateIndex
CREATE INDEX "version_vector_model_stored_at_idx" ON "version_vector"("model", "stored_at");

-- CreateIndex
CREATE INDEX "version_vector_tool_version_id_idx" ON "version_vector"("tool_version_id");

-- AddForeignKey
ALTER TABLE "version_vector" ADD CONSTRAINT "version_vector_tool_version_id_fkey" FOREIGN KEY ("tool_version_id") REFERENCES "tool_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
