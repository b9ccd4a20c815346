import { z } from 'zod';

const days = z.int().min(1).max(36_500);

const retentionSchema = z.strictObject({
  /** The agents of a simulation; its record and summary stay. */
  sandbox_results: days,
  live_results: days,
  /** Webhook events with their deliveries and attempts. */
  webhooks: days,
  /** Who did what. */
  audit: days,
  /** What a transaction left to be done and nobody could do. */
  outbox: days,
});

/** For how many days what is kept. */
export type Retention = z.infer<typeof retentionSchema>;

const defaultRetention: Retention = {
  ...{ sandbox_results: 30, live_results: 365 },
  ...{ webhooks: 30, audit: 400, outbox: 30 },
};

/** What `SVC_RETENTION_DAYS` may say; the defaults fill what is left out. */
export const retentionOverrideSchema = retentionSchema.partial();

export function withDefaultRetention(override: z.infer<typeof retentionOverrideSchema> | undefined): Retention {
  return { ...defaultRetention, ...override };
}
