import { z } from 'zod';

// The usual types of fields. A field adds its description, and what differs.

export const text = z.string();
export const number = z.number();
/** From 0 to 1. */
export const share = z.number().min(0).max(1);
export const count = z.int().min(0);
export const positive = z.int().min(1);
export const time = z.iso.datetime();

export const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape));

/** Ids of groups of agents, by attribute. */
export const groupIds = z.record(z.string(), z.array(z.string()));

/** An id with a prefix, as `newPrefixedId` creates it. */
export const prefixedId = (prefix: string, noun: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`))
    .meta({ description: `Id of the ${noun}.`, examples: [`${prefix}_019aa0f55b6e7c3a9d552f0d7c1f4a10`] });
