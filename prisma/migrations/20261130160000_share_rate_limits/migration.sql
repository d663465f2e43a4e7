-- What is left of each limit, for all replicas together. Not logged: after a crash every bucket is full
-- again, which is no loss, and what is written every moment costs nothing in the log.
CREATE UNLOGGED TABLE "rate_bucket" (
    "bucket" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "capacity" DOUBLE PRECISION NOT NULL,
    "per_second" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("bucket")
);

CREATE INDEX "rate_bucket_updated_at_idx" ON "rate_bucket"("updated_at");
