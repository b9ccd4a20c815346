-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "metadata" JSON,
ADD COLUMN     "name" TEXT,
ADD COLUMN     "notes" TEXT;

-- AlterTable
ALTER TABLE "sweeps" ADD COLUMN     "metadata" JSON,
ADD COLUMN     "name" TEXT,
ADD COLUMN     "notes" TEXT;
