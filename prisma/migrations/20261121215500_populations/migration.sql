-- CreateTable
CREATE TABLE "populations" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT,
    "workflow_id" TEXT NOT NULL,
    "workflow_version" TEXT NOT NULL,
    "people_count" INTEGER NOT NULL,
    "details" JSON NOT NULL,
    "content" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "populations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "populations_organization_id_created_at_id_idx" ON "populations"("organization_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "populations" ADD CONSTRAINT "populations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
