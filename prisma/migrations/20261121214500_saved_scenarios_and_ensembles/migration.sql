-- CreateTable
CREATE TABLE "saved_scenarios" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "notes" TEXT,
    "metadata" JSON,
    "workflow_id" TEXT NOT NULL,
    "workflow_version" TEXT NOT NULL,
    "scenario_context" JSON NOT NULL,
    "adjustments" JSON,
    "agent_count" INTEGER,
    "seed" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_scenarios_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ensembles" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT,
    "notes" TEXT,
    "metadata" JSON,
    "members" JSON NOT NULL,
    "weights" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ensembles_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_scenarios_organization_id_created_at_id_idx" ON "saved_scenarios"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ensembles_organization_id_created_at_id_idx" ON "ensembles"("organization_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "saved_scenarios" ADD CONSTRAINT "saved_scenarios_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ensembles" ADD CONSTRAINT "ensembles_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
