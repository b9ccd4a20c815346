-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "routed_via" JSON;
