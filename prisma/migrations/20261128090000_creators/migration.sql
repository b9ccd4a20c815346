-- User or key that created a row, so that it can end with its creator.
ALTER TABLE "api_keys" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;
ALTER TABLE "share_links" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;
ALTER TABLE "populations" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;
ALTER TABLE "datasets" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;
ALTER TABLE "calibrations" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;
ALTER TABLE "webhook_endpoints" ADD COLUMN "created_by_user_id" UUID, ADD COLUMN "created_by_key_id" UUID;

-- The audit log names the creators of earlier rows.
UPDATE share_links SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'share_link.created' AND event.subject = share_links.id AND event.organization_id = share_links.organization_id;
UPDATE populations SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'population.created' AND event.subject = populations.id AND event.organization_id = populations.organization_id;
UPDATE datasets SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'dataset.created' AND event.subject = datasets.id AND event.organization_id = datasets.organization_id;
UPDATE calibrations SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'calibration.created' AND event.subject = calibrations.id AND event.organization_id = calibrations.organization_id;
UPDATE webhook_endpoints SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'webhook_endpoint.created' AND event.subject = webhook_endpoints.id AND event.organization_id = webhook_endpoints.organization_id;
UPDATE api_keys SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'api_key.created' AND event.subject = api_keys.id::text AND event.organization_id = api_keys.organization_id;
UPDATE api_keys SET
  created_by_user_id = CASE event.actor_kind WHEN 'user' THEN event.actor_id::uuid END,
  created_by_key_id = CASE event.actor_kind WHEN 'key' THEN event.actor_id::uuid END
FROM audit_entries event
WHERE event.action = 'api_key.rotated' AND event.details->>'new_key_id' = api_keys.id::text AND event.organization_id = api_keys.organization_id;
