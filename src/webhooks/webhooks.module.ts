import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { OutboundHttp } from '../platform/outbound/outbound-http.service.js';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller.js';
import { WebhookDeliveries } from './deliveries/webhook-deliveries.service.js';
import { DeliveryAttempts, DeliveryOutcomes } from './attempts/delivery-attempts.service.js';
import { DeliveryClaims } from './attempts/delivery-claims.service.js';
import { HostLimit } from './attempts/host-limit.service.js';
import { WebhookSender } from './attempts/webhook-sender.service.js';
import { WebhookEndpointIssuer } from './endpoints/webhook-endpoint-issuer.service.js';
import { WebhookEndpointsController, WebhookSecretsController } from './endpoints/webhook-endpoints.controller.js';
import { WebhookEndpoints } from './endpoints/webhook-endpoints.service.js';
import { WebhookSecrets } from './endpoints/webhook-secrets.service.js';
import { WebhookEvents } from './events/webhook-events.service.js';
import { WebhookHousekeeping } from './webhook-housekeeping.service.js';

@Module({
  imports: [OrganizationsModule],
  // The signing secret first: its path also matches the pattern of an endpoint.
  controllers: [WebhookSecretsController, WebhookEndpointsController, WebhookDeliveriesController],
  providers: [
    ...[WebhookEndpoints, WebhookEndpointIssuer, WebhookSecrets],
    ...[WebhookEvents, WebhookDeliveries],
    ...[HostLimit, DeliveryClaims, DeliveryAttempts, DeliveryOutcomes, WebhookSender],
    ...[OutboundHttp, WebhookHousekeeping],
  ],
  exports: [
    WebhookEndpoints,
    WebhookSecrets,
    WebhookDeliveries,
    WebhookEvents,
    WebhookHousekeeping,
    DeliveryClaims,
    DeliveryAttempts,
  ],
})
export class WebhooksModule {}
