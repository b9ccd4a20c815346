-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "turn_taken_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "handed_back" INTEGER NOT NULL DEFAULT 0;

-- DropIndex
DROP INDEX "simulations_status_lease_expires_at_idx";

-- What waits, organization by organization, and what runs. Neither holds what has ended, so both stay small; Prisma's schema cannot say
-- that. The lease is in no index: a sign of life changes a row and nothing else.
CREATE INDEX "simulations_queued" ON "simulations"("organization_id", "created_at", "id") WHERE "status" = 'queued';
CREATE INDEX "simulations_running" ON "simulations"("organization_id") WHERE "status" = 'running';

-- Nobody waits for a word from the queue any more: what is queued is found by its state.
UPDATE "simulations" SET "lease_expires_at" = NULL WHERE "status" = 'queued';
