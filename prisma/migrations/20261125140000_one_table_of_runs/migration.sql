-- Studies and sweeps become rows of one table of runs. Ids and results stay.
ALTER TABLE "simulations" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'simulation',
ADD COLUMN     "request" JSON,
ADD COLUMN     "cost" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "child_count" INTEGER;

UPDATE "simulations" SET "kind" = "study" ->> 'kind', "cost" = ("study" ->> 'cost')::int, "request" = "study" -> 'request'
WHERE "study" IS NOT NULL;

-- The request of a sensitivity analysis has the fields of its record.
UPDATE "simulations" SET "request" = json_build_object(
    'parameters', (
        SELECT json_agg(json_build_object('name', own -> 'name', 'from', own -> 'from', 'to', own -> 'to', 'options', own -> 'options')
                        ORDER BY place)
        FROM json_array_elements("request" -> 'parameters') WITH ORDINALITY AS element (own, place)),
    'include_coefficients', "request" -> 'include_coefficients',
    'trajectories', "request" -> 'trajectories',
    'samples', "request" -> 'samples',
    'max_parameters', "request" -> 'max_parameters')
WHERE "kind" = 'sensitivity';

DROP INDEX "simulations_studies";
ALTER TABLE "simulations" DROP COLUMN "study";

DROP INDEX "simulations_listed";
DROP INDEX "simulations_points";
ALTER TABLE "simulations" DROP CONSTRAINT "simulations_sweep_id_fkey";
ALTER TABLE "simulations" RENAME COLUMN "sweep_id" TO "parent_id";
ALTER TABLE "simulations" RENAME COLUMN "sweep_index" TO "parent_index";

INSERT INTO "simulations" ("id", "organization_id", "kind", "status", "workflow_id", "workflow_version", "definition_digest",
                           "agent_count", "seed", "parameter_draws", "scenario_context", "request", "cost", "child_count",
                           "webhook_url", "name", "notes", "metadata", "warnings", "adjustments", "routed_via", "created_at")
SELECT "id", "organization_id", 'sweep', (CASE WHEN "canceled_at" IS NULL THEN 'queued' ELSE 'canceled' END)::"simulation_status",
       "workflow_id", "workflow_version", "definition_digest", "agent_count", "seed", "parameter_draws", "scenario_context",
       json_build_object('parameters', "parameters"), "point_count", "point_count",
       "webhook_url", "name", "notes", "metadata", '[]', "adjustments", "routed_via", "created_at"
FROM "sweeps";

UPDATE "webhook_events" SET "simulation_id" = "sweep_id" WHERE "sweep_id" IS NOT NULL;
DROP INDEX "webhook_events_sweep_id_key";
ALTER TABLE "webhook_events" DROP COLUMN "sweep_id";
DROP TABLE "sweeps";

ALTER TABLE "simulations" ADD CONSTRAINT "simulations_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "simulations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The lists of each kind, and the simulations of each run. A row is in one of them; Prisma's schema cannot say that.
CREATE INDEX "simulations_listed" ON "simulations"("organization_id", "kind", "created_at" DESC, "id" DESC) WHERE "parent_id" IS NULL;
CREATE UNIQUE INDEX "simulations_children" ON "simulations"("parent_id", "parent_index") WHERE "parent_id" IS NOT NULL;

-- Workers never claim a run that contains simulations.
DROP INDEX "simulations_queued";
CREATE INDEX "simulations_queued" ON "simulations"("organization_id", "created_at", "id") WHERE "status" = 'queued' AND "child_count" IS NULL;

-- The status of a run that contains simulations changes with them.
CREATE OR REPLACE FUNCTION notify_simulation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('simulations', NEW.id);
    IF NEW.parent_id IS NOT NULL THEN
        PERFORM pg_notify('simulations', NEW.parent_id);
    END IF;
    RETURN NULL;
END
$$;
