-- AlterTable
ALTER TABLE "sweeps" ADD COLUMN     "routed_via" JSON;
