-- AlterTable
ALTER TABLE "simulation_results" ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "simulation_results_created_at_idx" ON "simulation_results"("created_at");
