-- CreateTable
CREATE TABLE "calibrations" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "workflow_version" TEXT NOT NULL,
    "name" TEXT,
    "targets" JSON NOT NULL,
    "agent_count" INTEGER NOT NULL,
    "match" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "calibrations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "calibrations_organization_id_created_at_id_idx" ON "calibrations"("organization_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "calibrations" ADD CONSTRAINT "calibrations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
