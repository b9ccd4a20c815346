-- Uploaded tables, with their compressed cells.
CREATE TABLE "datasets" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT,
    "format" TEXT NOT NULL,
    "row_count" INTEGER NOT NULL,
    "column_count" INTEGER NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "details" JSON NOT NULL,
    "content" BYTEA,
    "content_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "datasets_pkey" PRIMARY KEY ("id")
);

-- The cells are compressed already, and are read in pieces.
ALTER TABLE "datasets" ALTER COLUMN "content" SET STORAGE EXTERNAL;

CREATE INDEX "datasets_organization_id_created_at_id_idx" ON "datasets"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "datasets_created_at_idx" ON "datasets"("created_at");
CREATE INDEX "datasets_content_key_idx" ON "datasets"("content_key");

ALTER TABLE "datasets" ADD CONSTRAINT "datasets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
