import { z } from 'zod';

const componentSchema = z.strictObject({
  status: z.enum(['operational', 'down']),
  latency_ms: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'Response time of the slowest part, in milliseconds; null if it does not respond.' }),
});
export type Component = z.infer<typeof componentSchema>;

/** The response of `GET /v1/status`. */
export const serviceStatusSchema = z
  .strictObject({
    status: z.enum(['operational', 'degraded', 'down']),
    components: z.strictObject({ api: componentSchema, database: componentSchema, cache: componentSchema }),
    rate_limits: z.enum(['shared', 'per_process']).meta({
      description:
        '`shared`: all processes count requests together. `per_process`: Redis is down, so each process counts separately.',
    }),
    links: z
      .strictObject({ payment_provider: z.string().nullable(), email_provider: z.string().nullable() })
      .meta({ description: 'Status pages of the providers. Null if the operator configured no provider.' }),
    checked_at: z.iso.datetime(),
  })
  .meta({ id: 'ServiceStatus' });
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;
