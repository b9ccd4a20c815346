import { Prisma } from '../platform/database/generated/client.js';

/** Whether a lane's receiver has asked for time that is not over. */
export const isHeld = (lane: string) =>
  `EXISTS (SELECT FROM webhook_holds hold WHERE hold.lane = ${lane} AND hold.until > now())`;

/** Lets through what waits. After the deliveries of the same transaction, as an outcome writes it: else two would wait for each other. */
export const liftHolds = (lanes: string[]) => Prisma.sql`DELETE FROM webhook_holds WHERE lane = ANY(${lanes})`;
