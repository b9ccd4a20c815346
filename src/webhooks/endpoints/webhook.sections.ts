import type { Section } from '../../common/http/documented.decorators.js';

export const endpointsSection: Section = {
  name: 'Webhook endpoints',
  description:
    'Where the end of simulations is told, as [Standard Webhooks](https://www.standardwebhooks.com) has it: `webhook-id`, `webhook-timestamp`, `webhook-signature`. An event is told at least once, always with the same `webhook-id`; in which order, is not promised.',
};

export const deliveriesSection: Section = {
  name: 'Webhook deliveries',
  description: 'What was told to whom, with every attempt. It is kept for 30 days, unless the operator says otherwise.',
};
