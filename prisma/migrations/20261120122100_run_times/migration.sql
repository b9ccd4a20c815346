-- How long the last runs of a definition took. Only what completed is in it; Prisma's schema cannot say that.
CREATE INDEX "simulations_run_times" ON "simulations"("definition_digest", "completed_at" DESC) WHERE "status" = 'completed';
