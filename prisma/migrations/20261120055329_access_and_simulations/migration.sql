-- CreateEnum
CREATE TYPE "plan_tier" AS ENUM ('sandbox', 'growth');

-- CreateEnum
CREATE TYPE "simulation_status" AS ENUM ('queued', 'running', 'completed', 'failed', 'canceled');

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "bootstrap_name" TEXT,
    "plan_tier" "plan_tier" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "start" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "is_test" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "simulations" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "status" "simulation_status" NOT NULL DEFAULT 'queued',
    "workflow_id" TEXT NOT NULL,
    "workflow_version" TEXT NOT NULL,
    "definition_digest" TEXT NOT NULL,
    "agent_count" INTEGER NOT NULL,
    "seed" BIGINT NOT NULL,
    "scenario_context" JSON NOT NULL,
    "warnings" JSON NOT NULL,
    "agents_done" INTEGER NOT NULL DEFAULT 0,
    "summary" JSON,
    "digest" TEXT,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "simulations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "simulation_results" (
    "simulation_id" TEXT NOT NULL,
    "agents" BYTEA NOT NULL,

    CONSTRAINT "simulation_results_pkey" PRIMARY KEY ("simulation_id")
);

-- CreateTable
CREATE TABLE "outbox_messages" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organizations_bootstrap_name_key" ON "organizations"("bootstrap_name");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_organization_id_created_at_id_idx" ON "api_keys"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "simulations_organization_id_created_at_id_idx" ON "simulations"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "simulations_status_lease_expires_at_idx" ON "simulations"("status", "lease_expires_at");

-- CreateIndex
CREATE INDEX "outbox_messages_kind_id_idx" ON "outbox_messages"("kind", "id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulation_results" ADD CONSTRAINT "simulation_results_simulation_id_fkey" FOREIGN KEY ("simulation_id") REFERENCES "simulations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Wakes the relay as soon as a transaction that left a message has committed.
CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('outbox', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER outbox_messages_notify AFTER INSERT ON "outbox_messages"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();
