import type { ApiTag } from '../../common/http/documented.decorators.js';

export const endpointsTag: ApiTag = {
  name: 'Webhook endpoints',
  description:
    'URLs that receive events, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Every event is delivered at least once, always with the same `webhook-id`. The order of events is not guaranteed.',
};

export const deliveriesTag: ApiTag = {
  name: 'Webhook deliveries',
  description: 'Messages sent to webhook URLs, with their attempts. Default retention period: 30 days.',
};
