-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "adjustments" JSON;

-- AlterTable
ALTER TABLE "sweeps" ADD COLUMN     "adjustments" JSON;
