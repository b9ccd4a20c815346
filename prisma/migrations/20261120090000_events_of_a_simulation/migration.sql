-- AlterTable
ALTER TABLE "simulation_results" ADD COLUMN     "events" BYTEA;
