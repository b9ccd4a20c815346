-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "sweep_id" TEXT,
ADD COLUMN     "sweep_index" INTEGER;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "sweep_id" TEXT;

-- CreateTable
CREATE TABLE "sweeps" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "workflow_version" TEXT NOT NULL,
    "definition_digest" TEXT NOT NULL,
    "agent_count" INTEGER NOT NULL,
    "seed" BIGINT NOT NULL,
    "parameter_draws" INTEGER NOT NULL,
    "scenario_context" JSON NOT NULL,
    "parameters" JSON NOT NULL,
    "point_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sweeps_organization_id_created_at_id_idx" ON "sweeps"("organization_id", "created_at" DESC, "id" DESC);

-- DropIndex
DROP INDEX "simulations_organization_id_created_at_id_idx";

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_sweep_id_key" ON "webhook_events"("sweep_id");

-- AddForeignKey
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_sweep_id_fkey" FOREIGN KEY ("sweep_id") REFERENCES "sweeps"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the list of simulations shows, and the points of each sweep. A simulation is in one of them; Prisma's schema cannot say that.
CREATE INDEX "simulations_listed" ON "simulations"("organization_id", "created_at" DESC, "id" DESC) WHERE "sweep_id" IS NULL;
CREATE UNIQUE INDEX "simulations_points" ON "simulations"("sweep_id", "sweep_index") WHERE "sweep_id" IS NOT NULL;
