-- The version of the engine that computed a result.
ALTER TABLE "simulations" ADD COLUMN "engine_version" TEXT;
