-- Only adds, so that a replica of the release before goes on beside it.
ALTER TABLE "policy_proposal" ADD COLUMN "on_behalf_of" TEXT;
