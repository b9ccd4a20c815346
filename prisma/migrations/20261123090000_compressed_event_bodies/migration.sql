-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN "compressed_body" BYTEA,
ALTER COLUMN "body" DROP NOT NULL;

-- The bytes are compressed already.
ALTER TABLE "webhook_events" ALTER COLUMN "compressed_body" SET STORAGE EXTERNAL;
