-- What cannot be handed on lets what comes after it pass.
ALTER TABLE "outbox_messages" ADD COLUMN "retry_at" TIMESTAMPTZ(3);
