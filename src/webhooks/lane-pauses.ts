import { Prisma } from '../platform/database/generated/client.js';

/** SQL condition: the lane is paused by a `Retry-After` of its receiver or by the limit of its host. */
export const isPaused = (lane: string) =>
  `EXISTS (SELECT FROM webhook_holds pause WHERE pause.lane = ${lane} AND pause.until > now())`;

/** Ends pauses. Run it after the updates of deliveries, in the same order as delivery outcomes, to avoid deadlocks. */
export const resumeLanes = (lanes: string[]) => Prisma.sql`DELETE FROM webhook_holds WHERE lane = ANY(${lanes})`;
