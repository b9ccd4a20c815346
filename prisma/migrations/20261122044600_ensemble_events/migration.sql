ALTER TABLE "ensembles" ADD COLUMN     "webhook_url" TEXT;
ALTER TABLE "simulations" ADD COLUMN     "ensemble_id" TEXT;
ALTER TABLE "webhook_events" ADD COLUMN     "ensemble_id" TEXT;

-- An ensemble finishes once, so it has at most one event. Prisma's schema cannot contain a partial index.
CREATE UNIQUE INDEX "webhook_events_ensemble_id_key" ON "webhook_events"("ensemble_id") WHERE "ensemble_id" IS NOT NULL;

ALTER TABLE "simulations" ADD CONSTRAINT "simulations_ensemble_id_fkey" FOREIGN KEY ("ensemble_id") REFERENCES "ensembles"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Simulations of existing ensembles.
UPDATE "simulations" SET "ensemble_id" = "ensembles"."id"
FROM "ensembles" CROSS JOIN LATERAL json_array_elements("ensembles"."members") AS member
WHERE "simulations"."id" = member ->> 'simulation_id';
