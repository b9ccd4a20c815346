-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "is_verified" BOOLEAN NOT NULL DEFAULT true;

-- Organizations whose users have all never opened an email link. The sandbox database has no users: the outbox updates its rows.
UPDATE "organizations" SET "is_verified" = false, "version" = "version" + 1
WHERE EXISTS (SELECT 1 FROM "users" WHERE "organization_id" = "organizations"."id")
  AND NOT EXISTS (SELECT 1 FROM "users" WHERE "organization_id" = "organizations"."id" AND "email_verified_at" IS NOT NULL);
INSERT INTO "outbox_messages" ("kind", "payload")
SELECT 'organization.changed', jsonb_build_object('organization_id', "id") FROM "organizations" WHERE NOT "is_verified";
