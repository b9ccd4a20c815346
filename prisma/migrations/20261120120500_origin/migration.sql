-- The request from which a simulation, and what is told of it, came: for logs and traces.
ALTER TABLE "simulations" ADD COLUMN "origin" JSON;
ALTER TABLE "webhook_events" ADD COLUMN "origin" JSON;
