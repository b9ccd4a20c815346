-- Roles of users. Until now, each organization had one user, its owner.
CREATE TYPE "user_role" AS ENUM ('owner', 'member');

ALTER TABLE "users"
    ADD COLUMN "role" "user_role" NOT NULL DEFAULT 'owner',
    ADD COLUMN "scopes" TEXT[] NOT NULL DEFAULT '{}';

CREATE INDEX "users_organization_id_created_at_id_idx" ON "users"("organization_id", "created_at" DESC, "id" DESC);

-- Pending invitations. Only the hash of the token is stored. An accepted or revoked invitation has no row.
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "user_role" NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "hash" BYTEA NOT NULL,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations"("hash");
CREATE UNIQUE INDEX "invitations_organization_id_email_key" ON "invitations"("organization_id", "email");
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
