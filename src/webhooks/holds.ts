import { Prisma } from '../platform/database/generated/client.js';

/** SQL condition: the receiver of the lane sent a `Retry-After` that has not passed. */
export const isHeld = (lane: string) =>
  `EXISTS (SELECT FROM webhook_holds hold WHERE hold.lane = ${lane} AND hold.until > now())`;

/** Removes holds. Run it after the updates of deliveries, in the same order as delivery outcomes, to avoid deadlocks. */
export const liftHolds = (lanes: string[]) => Prisma.sql`DELETE FROM webhook_holds WHERE lane = ANY(${lanes})`;
