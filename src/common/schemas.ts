import { z } from 'zod';

// The usual types of fields. A field adds its description, and what differs.

export const text = z.string();
export const number = z.number();
/** From 0 to 1. */
export const share = z.number().min(0).max(1);
export const count = z.int().min(0);
export const positive = z.int().min(1);
export const time = z.iso.datetime();

/** A name that people give. Searches find it however its accents are composed. */
export const nameText = () =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
    .normalize('NFC');

export const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape));

/** Most fields of a map in a request: a workflow has at most 200 attributes and 100 parameters. */
const maxNames = 200;
/** Most groups of an attribute. */
export const maxGroups = 255;

/** A map of a request with at most this number of fields, see `tooLong`. */
export const mapOf = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maxProperties = maxNames,
) =>
  z
    .record(key, value)
    .refine((map) => Object.keys(map).length <= maxProperties, `expected at most ${maxProperties} fields`)
    .meta({ maxProperties });

/** Ids of groups of agents, by attribute. */
export const groupIds = z.record(z.string(), z.array(z.string()));

/** An id with a prefix, as `newPrefixedId` creates it. */
export const prefixedId = (prefix: string, noun: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`))
    .meta({ description: `Id of the ${noun}.`, examples: [`${prefix}_019aa0f55b6e7c3a9d552f0d7c1f4a10`] });
