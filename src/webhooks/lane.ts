import { Prisma } from '../platform/database/generated/client.js';

/** The lane of an endpoint's deliveries. Every lane begins with its organization, because capacity is limited per organization. */
export function endpointLane(organizationId: string, endpointId: string): string {
  return `${organizationId} ${endpointId}`;
}

/** The lane of deliveries to the `webhook_url` of simulations: one for each organization and URL origin. */
export function overrideLane(organizationId: string, url: string): string {
  return `${organizationId} ${new URL(url).origin}`;
}

export function organizationOf(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}

/** SQL condition: the lane is paused by a `Retry-After` of its receiver or by the limit of its host. */
export const isPaused = (lane: string) =>
  `EXISTS (SELECT FROM webhook_holds pause WHERE pause.lane = ${lane} AND pause.until > now())`;

/** Ends pauses. Run it after the updates of deliveries, in the same order as delivery outcomes, to avoid deadlocks. */
export const resumeLanes = (lanes: string[]) => Prisma.sql`DELETE FROM webhook_holds WHERE lane = ANY(${lanes})`;
