-- The notification names the kinds of the new messages, so that a relay reads only those.
CREATE OR REPLACE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('outbox', kind) FROM (SELECT DISTINCT kind FROM inserted) kinds;
    RETURN NULL;
END
$$;

DROP TRIGGER outbox_messages_notify ON "outbox_messages";
CREATE TRIGGER outbox_messages_notify AFTER INSERT ON "outbox_messages"
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();
