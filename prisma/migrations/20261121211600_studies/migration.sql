-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "study" JSON;

-- The lists of studies; Prisma's schema cannot say that. The rows of a study are few, so that the list of simulations keeps its index.
CREATE INDEX "simulations_studies" ON "simulations"("organization_id", "created_at" DESC, "id" DESC) WHERE "study" IS NOT NULL;
