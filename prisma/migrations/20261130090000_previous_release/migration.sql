-- The API of release 0.2 continues on this schema during an upgrade: columns and a view that earlier migrations of this release removed.
-- The release after 0.3 drops all of it.
ALTER TABLE "simulations"
    ADD COLUMN "sweep_id" TEXT,
    ADD COLUMN "sweep_index" INTEGER,
    ADD COLUMN "ensemble_id" TEXT,
    ADD COLUMN "study" JSON;
ALTER TABLE "webhook_events" ADD COLUMN "sweep_id" TEXT, ADD COLUMN "ensemble_id" TEXT;

UPDATE "simulations" SET "sweep_id" = "parent_id", "sweep_index" = "parent_index" WHERE "parent_id" IS NOT NULL;
UPDATE "simulations" SET "study" = json_build_object('kind', "kind", 'cost', "cost", 'request', "request") WHERE "kind" <> 'simulation';

CREATE INDEX "simulations_points" ON "simulations"("sweep_id", "sweep_index") WHERE "sweep_id" IS NOT NULL;

-- Rows of release 0.2 get the columns of this release, and the other way round. Simulations without a parent have neither.
CREATE FUNCTION simulations_of_release_0_2() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.sweep_id IS NOT NULL THEN
        NEW.parent_id := NEW.sweep_id;
        NEW.parent_index := NEW.sweep_index;
    ELSIF NEW.study IS NOT NULL THEN
        NEW.kind := NEW.study ->> 'kind';
        NEW.cost := (NEW.study ->> 'cost')::int;
        NEW.request := NEW.study -> 'request';
        IF NEW.kind = 'sensitivity' THEN
            NEW.request := json_build_object(
                'parameters', (
                    SELECT json_agg(json_build_object('name', own -> 'name', 'from', own -> 'from', 'to', own -> 'to', 'options', own -> 'options')
                                    ORDER BY place)
                    FROM json_array_elements(NEW.request -> 'parameters') WITH ORDINALITY AS element (own, place)),
                'include_coefficients', NEW.request -> 'include_coefficients',
                'trajectories', NEW.request -> 'trajectories',
                'samples', NEW.request -> 'samples',
                'max_parameters', NEW.request -> 'max_parameters');
        END IF;
    ELSE
        NEW.sweep_id := NEW.parent_id;
        NEW.sweep_index := NEW.parent_index;
        IF NEW.kind <> 'simulation' THEN
            NEW.study := json_build_object('kind', NEW.kind, 'cost', NEW.cost, 'request', NEW.request);
        END IF;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "simulations_of_release_0_2" BEFORE INSERT ON "simulations" FOR EACH ROW
    WHEN (NEW.sweep_id IS NOT NULL OR NEW.study IS NOT NULL OR NEW.parent_id IS NOT NULL OR NEW.kind <> 'simulation')
    EXECUTE FUNCTION simulations_of_release_0_2();

CREATE VIEW "sweeps" AS
    SELECT "id", "organization_id", "workflow_id", "workflow_version", "definition_digest", "agent_count", "seed", "parameter_draws",
           "scenario_context", "request" -> 'parameters' AS "parameters", "child_count" AS "point_count", "webhook_url", "name", "notes",
           "metadata", "adjustments", "routed_via", "created_at",
           (CASE WHEN "status" = 'canceled' THEN coalesce("completed_at", "created_at") END)::timestamptz(3) AS "canceled_at"
    FROM "simulations" WHERE "kind" = 'sweep' AND "deleted_at" IS NULL;

CREATE FUNCTION sweeps_of_release_0_2() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO simulations (id, organization_id, kind, workflow_id, workflow_version, definition_digest, agent_count, seed,
                                 parameter_draws, scenario_context, request, cost, child_count, webhook_url, name, notes, metadata,
                                 warnings, adjustments, routed_via, created_at)
        VALUES (NEW.id, NEW.organization_id, 'sweep', NEW.workflow_id, NEW.workflow_version, NEW.definition_digest, NEW.agent_count,
                NEW.seed, NEW.parameter_draws, NEW.scenario_context, json_build_object('parameters', NEW.parameters), NEW.point_count,
                NEW.point_count, NEW.webhook_url, NEW.name, NEW.notes, NEW.metadata, '[]', NEW.adjustments, NEW.routed_via, NEW.created_at);
    ELSE
        UPDATE simulations SET name = NEW.name, notes = NEW.notes, metadata = NEW.metadata,
               status = CASE WHEN NEW.canceled_at IS NULL THEN status ELSE 'canceled'::simulation_status END
        WHERE id = OLD.id;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "sweeps_of_release_0_2" INSTEAD OF INSERT OR UPDATE ON "sweeps" FOR EACH ROW EXECUTE FUNCTION sweeps_of_release_0_2();
