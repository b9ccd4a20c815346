-- AlterTable
ALTER TABLE "simulations" ALTER COLUMN "parameter_draws" DROP NOT NULL,
ALTER COLUMN "parameter_draws" DROP DEFAULT;

-- AlterTable
ALTER TABLE "sweeps" ALTER COLUMN "parameter_draws" DROP NOT NULL;
