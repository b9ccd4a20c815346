-- User or key that created a run. The audit log does not name the creators of earlier runs, so theirs stay unknown.
ALTER TABLE "simulations" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;
