-- AlterTable
ALTER TABLE "simulations" ADD COLUMN "summary_details" BYTEA;

-- The bytes are compressed already.
ALTER TABLE "simulations" ALTER COLUMN "summary_details" SET STORAGE EXTERNAL;
