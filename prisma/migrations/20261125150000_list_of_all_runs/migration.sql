-- The list of all kinds.
CREATE INDEX "simulations_listed_runs" ON "simulations"("organization_id", "created_at" DESC, "id" DESC) WHERE "parent_id" IS NULL;
