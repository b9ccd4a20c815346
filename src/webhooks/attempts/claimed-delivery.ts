import type { StoredOrigin } from '../../platform/tracing/origin.js';

/** A delivery that an attempt has a hold of. Its attempt number fences it: nothing that an earlier attempt reports counts any more. */
export interface ClaimedDelivery {
  id: string;
  organizationId: string;
  lane: string;
  /** The number of this attempt. */
  attempt: number;
  /** How many attempts failed since the delivery began. */
  step: number;
  eventId: string;
  /** Null for a test. */
  simulationId: string | null;
  origin: StoredOrigin | undefined;
  /** When the event was written. */
  createdAt: Date;
  /** By the clock of the database: receivers refuse what was signed at another time than theirs, and this machine's clock may be wrong. */
  claimedAt: Date;
  /** Shared by all deliveries of the event that are claimed together. */
  body: Buffer;
  /** Null for the address of a simulation. */
  endpointId: string | null;
  /** Undefined when the endpoint was disabled or deleted: there is nowhere to deliver to any more. */
  target: DeliveryTarget | undefined;
}

export interface DeliveryTarget {
  url: string;
  /** What to sign with, the newest first; undefined where it does not open. */
  secrets: string[] | undefined;
  /** Since when every attempt at the endpoint has failed. */
  failingSince: Date | null;
}
