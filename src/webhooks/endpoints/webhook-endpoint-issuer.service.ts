import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { creatorOf } from '../../common/identity/creator.js';
import { newPrefixedId } from '../../common/crypto.js';
import type { Settings } from '../../config/settings.js';
import { Audit, type AuditAction } from '../../platform/audit/audit.js';
import type { WebhookEndpoint } from '../../platform/database/generated/client.js';
import { requireSpace } from '../../platform/database/organization-limits.js';
import { insert, toColumns } from '../../platform/database/sql.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { secretReply } from '../../platform/idempotency/idempotency-key.js';
import { creationBy, Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { rejectUndeliverable } from '../../platform/outbound/webhook-url.js';
import { eventTypes, toRecord, type EndpointWithSecret, type CreateEndpoint } from './webhook-endpoint.record.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { formatWebhookSecret, WebhookSecrets, type SecretOwner } from './webhook-secrets.service.js';

interface Rotation {
  owner: SecretOwner;
  action: AuditAction;
  route: string;
  key: string | undefined;
}

/** Creates and rotates secrets. A secret is derived from the Idempotency-Key, if there is one, so that a replay returns the same secret. */
@Injectable()
export class WebhookEndpointIssuer {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly secrets: WebhookSecrets,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async create(
    caller: Caller,
    request: CreateEndpoint,
    idempotencyKey: string | undefined,
  ): Promise<Reply<EndpointWithSecret>> {
    rejectUndeliverable('url', request.url, caller.tier, this.settings);
    const { organizationId } = caller;
    const secretOf = (bytes: Buffer) => request.secret ?? formatWebhookSecret(bytes);
    const once = creationBy(caller, 'POST /v1/webhook-endpoints', idempotencyKey, request);
    const { body, secret, replayed } = await this.idempotency.once(caller.tier, once, async (sql, bytes) => {
      await requireSpace(sql, organizationId, 'webhook_endpoints');
      const row = newEndpoint(caller, request, this.clock.now());
      await insert(sql, 'webhook_endpoints', toColumns(row));
      await this.secrets.write(sql, { organizationId, owner: row.id }, secretOf(bytes));
      const details = { host: new URL(row.url).host, events: row.events, enabled: row.enabled };
      await Audit.appendBySql(sql, caller, { action: 'webhook_endpoint.created', subject: row.id, details });
      return { body: toRecord(row) };
    });
    return secretReply({ ...body, secret: secretOf(secret) }, replayed);
  }

  async rotateSecret(
    caller: Caller,
    id: string,
    idempotencyKey: string | undefined,
  ): Promise<Reply<EndpointWithSecret>> {
    const record = await this.endpoints.get(caller, id);
    const owner = { organizationId: caller.organizationId, owner: id };
    const { secret, replayed } = await this.rotate(caller, {
      owner,
      action: 'webhook_endpoint.secret_rotated',
      route: `POST /v1/webhook-endpoints/${id}/rotate-secret`,
      key: idempotencyKey,
    });
    return secretReply({ ...record, secret }, replayed);
  }

  async rotateSigningSecret(caller: Caller, idempotencyKey: string | undefined): Promise<Reply<{ secret: string }>> {
    const { organizationId, tier } = caller;
    await this.secrets.ofOrganization(tier, organizationId);
    const owner = { organizationId, owner: organizationId };
    const route = 'POST /v1/webhook-endpoints/signing-secret/rotate';
    const rotation = { owner, action: 'signing_secret.rotated' as const, route, key: idempotencyKey };
    const { secret, replayed } = await this.rotate(caller, rotation);
    return secretReply({ secret }, replayed);
  }

  private async rotate(caller: Caller, { owner, action, route, key }: Rotation) {
    const once = { scope: owner.organizationId, route, key, payload: {}, status: 200, caller };
    const { secret, replayed } = await this.idempotency.once(caller.tier, once, async (sql, bytes) => {
      await this.secrets.rotate(sql, owner, formatWebhookSecret(bytes));
      await Audit.appendBySql(sql, caller, { action, subject: owner.owner });
      return { body: {} };
    });
    return { secret: formatWebhookSecret(secret), replayed };
  }
}

function newEndpoint(caller: Caller, request: CreateEndpoint, now: Date): WebhookEndpoint {
  const { url, events = [...eventTypes], description = '', enabled = true } = request;
  return {
    id: newPrefixedId('we'),
    organizationId: caller.organizationId,
    url,
    events: [...events],
    description,
    enabled,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    createdAt: now,
    ...creatorOf(caller),
  };
}
