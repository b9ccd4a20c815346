import { z } from 'zod';
import { identifierSchema } from './identifier.schema.js';

const attribute = identifierSchema.describe('Id of an attribute of the agent.');
const parameter = identifierSchema.describe('Id of a scenario parameter.');
const state = identifierSchema.describe('Name of a state of the run, such as `period` or `exposure`.');

/** Applies to an agent if its attribute is one of the categories. */
export const categoryConditionSchema = z.strictObject({
  attribute,
  in: z.array(identifierSchema).min(1).describe('Ids of the categories.'),
});
const parameterCondition = z.strictObject({
  parameter,
  in: z.array(identifierSchema).min(1).describe('Ids of the options.'),
});
const range = {
  at_least: z.number().optional().describe('Lower bound, inclusive. Default: none.'),
  at_most: z.number().optional().describe('Upper bound, inclusive. Default: none.'),
};
const attributeRange = z.strictObject({ attribute, ...range });
const parameterRange = z.strictObject({ parameter, ...range });
const stateRange = z.strictObject({ state, ...range });

const conditionKinds =
  'an {attribute} or {parameter} that is {in} some of its categories, or an {attribute}, {parameter} or {state} {at_least} or {at_most} a number';

/** Applies to an agent if its attribute is one of the categories, or is in a range with inclusive bounds. */
export const conditionSchema = z.union([categoryConditionSchema, attributeRange], {
  error: 'a condition is an {attribute} that is {in} some of its categories, or {at_least} or {at_most} a number',
});

/** A condition of an agent, of the scenario (option or range of a parameter) or of the run (range of a state). */
export const indicatorSchema = z
  .union([categoryConditionSchema, parameterCondition, attributeRange, parameterRange, stateRange], {
    error: `an indicator is one of: ${conditionKinds}`,
  })
  .meta({ id: 'Indicator' });

const partSchema = z
  .strictObject({
    from: z.number().optional().describe('Lower bound. Default: none, and the part then is the value up to `to`.'),
    to: z.number().optional().describe('Upper bound. Default: none.'),
  })
  .refine(({ from = -Infinity, to = Infinity }) => from < to && (from > -Infinity || to < Infinity), {
    error: 'needs `from`, `to` or both, with `from` below `to`',
  });

const shaped = {
  part: partSchema
    .optional()
    .describe(
      'Part of the value between two bounds, before the scale: how far it is above `from`, at most up to `to`. Several parts of one number make a piecewise linear function. Default: the whole value.',
    ),
  scale: z.number().optional().describe('Number that multiplies the value before the transform. Default: 1.'),
  transform: z
    .enum(['log', 'log1p', 'sqrt', 'square'])
    .optional()
    .describe('Function of the scaled value x. `log1p` is log(1 + x), for values that can be 0. Default: x.'),
};

const attributeFactor = z.strictObject({ attribute, ...shaped });
const parameterFactor = z.strictObject({ parameter, ...shaped });
const stateFactor = z.strictObject({ state, ...shaped });
const indicatorFactor = z.strictObject({ indicator: indicatorSchema.describe('Condition: 1 if it applies, else 0.') });
const assignmentFactor = z.strictObject({
  assignment: identifierSchema.describe('Id of an assignment: 1 for assigned agents, else 0.'),
});
const constantFactor = z.strictObject({ constant: z.number().describe('Constant factor.') });
const variableFactor = z.strictObject({
  variable: identifierSchema.describe('Id of a variable that the agent perceives.'),
});

const kinds =
  'a number of the agent {attribute}, of the scenario {parameter}, of the run {state}, 1 or 0 {indicator} or {assignment}, a {constant}';

/** Factor of a product: a number of the agent, of the scenario or of the run, 1 or 0 for a condition, or a constant. */
export const factorSchema = z
  .union([attributeFactor, parameterFactor, stateFactor, indicatorFactor, assignmentFactor, constantFactor], {
    error: `a factor is exactly one of: ${kinds}`,
  })
  .meta({ id: 'Factor' });

/** Factor of a term: as {@link factorSchema}, or a variable that the agent perceives. */
export const termFactorSchema = z
  .union(
    [attributeFactor, parameterFactor, stateFactor, indicatorFactor, assignmentFactor, constantFactor, variableFactor],
    { error: `a factor is exactly one of: ${kinds}, or a {variable}` },
  )
  .meta({ id: 'TermFactor' });

export type Condition = z.infer<typeof conditionSchema>;
export type Indicator = z.infer<typeof indicatorSchema>;
export type Factor = z.infer<typeof factorSchema>;
export type TermFactor = z.infer<typeof termFactorSchema>;
/** Range with inclusive bounds. An absent bound is infinite. */
export type Range = { readonly at_least?: number | undefined; readonly at_most?: number | undefined };
/** Part of a number between two bounds. */
export type Part = z.infer<typeof partSchema>;
/** Part, scale and transform of a factor. */
export type Shape = {
  readonly part?: Part;
  readonly scale?: number;
  readonly transform?: 'log' | 'log1p' | 'sqrt' | 'square';
};
