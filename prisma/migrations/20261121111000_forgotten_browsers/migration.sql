-- AlterTable
ALTER TABLE "users" ADD COLUMN     "browsers_forgotten_at" TIMESTAMPTZ(3);
