ALTER TABLE "ensembles" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);
