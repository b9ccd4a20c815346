import { z } from 'zod';

export const count = z.int().min(0);
export const positiveCount = z.int().min(1);
export const textOrNull = z.string().nullable();
export const numberOrNull = z.number().nullable();
export const optionalNumber = z.number().optional();
/** The ends of an interval or a range. */
export const intervalPair = z.tuple([z.number(), z.number()]);
/** A number, or the id of an option. */
export const settingValue = z.union([z.number(), z.string()]);
/** Values of parameters by name. */
export const settings = z.record(z.string(), settingValue);

/** An object with a name in the API reference. */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id });
/** A list of objects. */
export const objects = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape));
