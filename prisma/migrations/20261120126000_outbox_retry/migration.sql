-- What could not be handed on goes behind what came in the meantime.
ALTER TABLE "outbox_messages" ADD COLUMN "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
DROP INDEX "outbox_messages_kind_id_idx";
CREATE INDEX "outbox_messages_kind_due_at_id_idx" ON "outbox_messages"("kind", "due_at", "id");
