-- CreateTable
CREATE TABLE "workflow_definitions" (
    "digest" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_definitions_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "workflow_versions" (
    "id" UUID NOT NULL,
    "organization_id" UUID,
    "workflow_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "version_parts" INTEGER[],
    "definition_digest" TEXT NOT NULL,
    "built_in" BOOLEAN NOT NULL DEFAULT false,
    "entry" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_key_id" UUID,
    "created_by_user_id" UUID,
    "deprecated_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "workflow_versions_organization_id_idx" ON "workflow_versions"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_versions_workflow_id_organization_id_version_parts_key" ON "workflow_versions"("workflow_id", "organization_id", "version_parts");

-- AddForeignKey
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_definition_digest_fkey" FOREIGN KEY ("definition_digest") REFERENCES "workflow_definitions"("digest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A public version is there once: in the index above nulls are distinct. Prisma's schema cannot say that.
CREATE UNIQUE INDEX "workflow_versions_public" ON "workflow_versions"("workflow_id", "version_parts") WHERE "organization_id" IS NULL;
