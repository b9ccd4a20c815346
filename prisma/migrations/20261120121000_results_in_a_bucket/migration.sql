-- Results may lie in a bucket; then the row holds the names of the objects.
ALTER TABLE "simulation_results" ALTER COLUMN "agents" DROP NOT NULL,
ADD COLUMN "agents_key" TEXT,
ADD COLUMN "events_key" TEXT;

ALTER TABLE "simulation_results" ADD CONSTRAINT "simulation_results_agents_somewhere" CHECK (("agents" IS NULL) <> ("agents_key" IS NULL));
