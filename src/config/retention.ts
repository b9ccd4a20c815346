import { z } from 'zod';

const days = z.int().min(1).max(36_500);

const retentionSchema = z.strictObject({
  /** Agent-level results, and datasets. The record and the summary of a simulation are never deleted. */
  sandbox_results: days,
  live_results: days,
  /** Webhook events with their deliveries and attempts. */
  webhooks: days,
  /** Audit events. The database deletes none that is younger than 30 days. */
  audit: days.min(30),
  /** Outbox messages that could not be processed. */
  outbox: days,
});

/** Retention periods in days. */
export type Retention = z.infer<typeof retentionSchema>;

export const defaultRetention: Retention = {
  sandbox_results: 30,
  live_results: 365,
  webhooks: 30,
  audit: 400,
  outbox: 30,
};

/** The value of `SVC_RETENTION_DAYS`. Omitted periods have their default. */
export const retentionOverrideSchema = retentionSchema.partial();

export function withDefaultRetention(override: z.infer<typeof retentionOverrideSchema> | undefined): Retention {
  return { ...defaultRetention, ...override };
}
