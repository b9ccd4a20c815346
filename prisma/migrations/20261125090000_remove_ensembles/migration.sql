-- No API reads ensembles, so their events and deliveries have no type anymore.
DELETE FROM "webhook_events" WHERE "ensemble_id" IS NOT NULL;
UPDATE "webhook_endpoints" SET "events" = array_remove("events", 'ensemble.completed')
WHERE 'ensemble.completed' = ANY ("events");

-- Also drops the unique index. The simulations of ensembles remain, as single simulations.
ALTER TABLE "webhook_events" DROP COLUMN "ensemble_id";
ALTER TABLE "simulations" DROP COLUMN "ensemble_id";

DROP TABLE "ensembles";
