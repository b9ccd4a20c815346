-- Read-only links to completed runs. Only the hash of the token is stored.
CREATE TABLE "share_links" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "run_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "share_links_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "share_links_hash_key" ON "share_links"("hash");
CREATE INDEX "share_links_organization_id_created_at_id_idx" ON "share_links"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "share_links_run_id_idx" ON "share_links"("run_id");
CREATE INDEX "share_links_expires_at_idx" ON "share_links"("expires_at");

ALTER TABLE "share_links" ADD CONSTRAINT "share_links_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "simulations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
