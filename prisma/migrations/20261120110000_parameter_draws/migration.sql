-- AlterTable
ALTER TABLE "simulations" ADD COLUMN     "parameter_draws" INTEGER NOT NULL DEFAULT 50;
