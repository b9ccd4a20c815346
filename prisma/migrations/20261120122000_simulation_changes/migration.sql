-- Tells whoever waits for a simulation, once the change is committed, which one has moved.
CREATE FUNCTION notify_simulation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('simulations', NEW.id);
    RETURN NULL;
END
$$;

CREATE TRIGGER simulations_notify AFTER UPDATE ON "simulations" FOR EACH ROW
    WHEN (OLD.status <> NEW.status OR OLD.agents_done <> NEW.agents_done OR OLD.attempt <> NEW.attempt)
    EXECUTE FUNCTION notify_simulation();
