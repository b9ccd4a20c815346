import type { StoredOrigin } from '../../platform/tracing/origin.js';

/** A delivery that one attempt has claimed. The attempt number fences it: outcomes of earlier attempts do not change the delivery. */
export interface ClaimedDelivery {
  id: string;
  organizationId: string;
  lane: string;
  /** The number of this attempt. */
  attempt: number;
  /** The number of failed attempts since the schedule started. */
  step: number;
  eventId: string;
  /** Null for a test. */
  simulationId: string | null;
  origin: StoredOrigin | undefined;
  /** The time at which the event was written. */
  createdAt: Date;
  /** By the clock of the database. This machine's clock can be wrong, and receivers reject signatures with a wrong time. */
  claimedAt: Date;
  /** Shared by all deliveries of the event that are claimed together. */
  body: Buffer;
  /** Null for the `webhook_url` of a simulation. */
  endpointId: string | null;
  /** Undefined if the endpoint was disabled or deleted. */
  target: DeliveryTarget | undefined;
}

export interface DeliveryTarget {
  url: string;
  /** The signing secrets, newest first. Undefined if the secret does not open. */
  secrets: string[] | undefined;
  /** The first failure after the last success of the endpoint. */
  failingSince: Date | null;
}
