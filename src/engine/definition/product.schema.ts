import { z } from 'zod';
import { identifierSchema } from './identifier.schema.js';

/** Holds for an agent whose attribute is one of the categories. */
export const categoryConditionSchema = z.strictObject({
  attribute: identifierSchema,
  in: z.array(identifierSchema).min(1),
});
const parameterCondition = z.strictObject({ parameter: identifierSchema, in: z.array(identifierSchema).min(1) });
const range = { at_least: z.number().optional(), at_most: z.number().optional() };
const attributeRange = z.strictObject({ attribute: identifierSchema, ...range });
const parameterRange = z.strictObject({ parameter: identifierSchema, ...range });
const stateRange = z.strictObject({ state: identifierSchema, ...range });

const conditionKinds =
  'an {attribute} or {parameter} that is {in} some of its categories, or an {attribute}, {parameter} or {state} {at_least} or {at_most} a number';

/** Holds for an agent whose attribute is one of the categories, or lies in a range (both ends belong to it). */
export const conditionSchema = z.union([categoryConditionSchema, attributeRange], {
  error: 'a condition is an {attribute} that is {in} some of its categories, or {at_least} or {at_most} a number',
});

/** What an indicator may ask besides: which option a parameter has or in which range it lies, and where the run stands (`period`, `exposure`). */
export const indicatorSchema = z.union(
  [categoryConditionSchema, parameterCondition, attributeRange, parameterRange, stateRange],
  { error: `an indicator asks one of: ${conditionKinds}` },
);

/** `scale` multiplies first; then comes the function, if any. Of something that may be 0, take `log1p`: log(1 + x). */
const shaped = {
  scale: z.number().optional(),
  transform: z.enum(['log', 'log1p', 'sqrt', 'square']).optional(),
};

const attributeFactor = z.strictObject({ attribute: identifierSchema, ...shaped });
const parameterFactor = z.strictObject({ parameter: identifierSchema, ...shaped });
const stateFactor = z.strictObject({ state: identifierSchema, ...shaped });
const indicatorFactor = z.strictObject({ indicator: indicatorSchema });
const assignmentFactor = z.strictObject({ assignment: identifierSchema });
const constantFactor = z.strictObject({ constant: z.number() });
const variableFactor = z.strictObject({ variable: identifierSchema });

const kinds =
  'a number of the agent {attribute}, of the scenario {parameter}, of the run {state}, 1 or 0 {indicator} or {assignment}, a {constant}';

/** A factor of a product: a number of the agent, of the scenario or of the run, 1 or 0 by a condition, or a constant. */
export const factorSchema = z.union(
  [attributeFactor, parameterFactor, stateFactor, indicatorFactor, assignmentFactor, constantFactor],
  { error: `a factor is exactly one of: ${kinds}` },
);

/** In the terms of a decision a factor can also be a variable: what the agent perceives of that alternative. */
export const termFactorSchema = z.union(
  [attributeFactor, parameterFactor, stateFactor, indicatorFactor, assignmentFactor, constantFactor, variableFactor],
  { error: `a factor is exactly one of: ${kinds}, or a {variable}` },
);

export type CategoryCondition = z.infer<typeof categoryConditionSchema>;
export type Condition = z.infer<typeof conditionSchema>;
export type Indicator = z.infer<typeof indicatorSchema>;
export type Factor = z.infer<typeof factorSchema>;
export type TermFactor = z.infer<typeof termFactorSchema>;
/** Both ends belong to it; without one it goes on for ever. */
export type Range = { readonly at_least?: number | undefined; readonly at_most?: number | undefined };
/** The function of a factor. */
export type Shape = { readonly scale?: number; readonly transform?: 'log' | 'log1p' | 'sqrt' | 'square' };
