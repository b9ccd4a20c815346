ALTER TABLE "sweeps" ADD COLUMN "webhook_url" TEXT;
