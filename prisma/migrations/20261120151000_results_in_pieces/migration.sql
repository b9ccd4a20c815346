-- The files are compressed already, and are read piece by piece: as they are, Postgres finds a piece without the rest.
ALTER TABLE "simulation_results" ALTER COLUMN "agents" SET STORAGE EXTERNAL, ALTER COLUMN "events" SET STORAGE EXTERNAL;
