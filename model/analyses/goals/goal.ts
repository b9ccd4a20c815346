import { z } from 'zod';
import { errorPartSchema, errorsSchema } from '../../summary/errors.js';
import { intervalSchema } from '../../summary/intervals.js';

/** The quantity that a goal measures: exactly one of the three fields. All are expected values over the agents. */
export interface Quantity {
  readonly share?: string | undefined;
  /** Id of a measure: its mean. */
  readonly measure?: string | undefined;
  /** Value of each outcome. The quantity is the mean of the value over the agents. Omitted outcomes have the value 0. */
  readonly values?: Readonly<Record<string, OutcomeValue>> | undefined;
}

/** Value of an outcome: a number, the name of a parameter or of a variable of the outcome, or both: `factor` × the named number + `constant`. */
export type OutcomeValue = number | string | NamedValue;

interface NamedValue {
  readonly name: string;
  /** Default: 1. */
  readonly factor?: number | undefined;
  /** Default: 0. A unit cost is negative. */
  readonly constant?: number | undefined;
}

/** A value as a sum: a constant, and a factor of the named number. */
export function partsOfValue(value: OutcomeValue): { name: string | undefined; factor: number; constant: number } {
  if (typeof value === 'number') return { name: undefined, factor: 0, constant: value };
  const { name, factor = 1, constant = 0 } = typeof value === 'string' ? { name: value } : value;
  return { name, factor, constant };
}

export interface Objective extends Quantity {
  readonly goal: 'reach' | 'maximize' | 'minimize';
  readonly target?: number | undefined;
}

export interface Constraint extends Quantity {
  readonly at_most?: number | undefined;
  readonly at_least?: number | undefined;
}

/** A parameter that a goal varies, with its bounds. */
export interface VariedParameter {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A goal with all defaults filled in. */
export interface GoalRequest {
  readonly parameters: readonly VariedParameter[];
  readonly objective: Objective;
  readonly constraints: readonly Constraint[];
}

/** Points of the curve: on the line of one parameter, and on each axis of the grid of two. */
export const curvePoints = 21;
export const gridPoints = 11;

/** Maximum evaluations of all agents that a goal needs. The search stops before it exceeds them. */
export function maxEvaluationsOf({ parameters, constraints }: Pick<GoalRequest, 'parameters' | 'constraints'>): number {
  return parameters.length === 1 ? 80 + 20 * constraints.length : 400 + 50 * constraints.length;
}

/** Distance of each constraint to its limit; negative if it is violated. */
export function slacksOf(constraints: readonly Constraint[], means: readonly number[]): number[] {
  return constraints.map(({ at_most, at_least }, k) => {
    const value = means[1 + k]!;
    return at_most === undefined ? value - at_least! : at_most - value;
  });
}

const interval = intervalSchema.nullable().meta({
  description: '95% interval that combines all known parts of the error. Null if it cannot be computed.',
});
const missing_parts = z.array(errorPartSchema).meta({
  description: 'Parts of the error that are unknown, so that the interval does not contain them.',
  examples: [['model']],
});
/** An expected value with its errors. */
export const figureShape = {
  value: z.number().meta({ description: 'Expected value over the agents.', examples: [61.9] }),
  interval,
  errors: errorsSchema,
  missing_parts,
};

export const goalResultSchema = z
  .strictObject({
    finding: z.enum(['optimum', 'reached', 'unreachable', 'infeasible']).meta({
      description:
        '`optimum`: the best value within bounds and constraints. `reached`: the objective has its target. `unreachable`: no allowed value has the target, and the result is the nearest reachable one. `infeasible`: no value satisfies the constraints, and the result violates them least.',
    }),
    arguments: z
      .array(
        z.strictObject({
          parameter: z.string().meta({ description: 'Name of the parameter.', examples: ['swissmetro_cost_factor'] }),
          value: z.number().meta({ description: 'Value of the parameter in the result.', examples: [1.46] }),
          interval: intervalSchema.nullable().meta({
            description:
              '95% interval of the value, within the bounds of the goal: for an optimum of one parameter without constraints, from the best values under 200 draws of the coefficients, otherwise from the implicit function theorem. Null if the curve is too flat at the result to determine it, if the bounds of the goal contain a single point of it, or if no value satisfies the constraints.',
          }),
          errors: errorsSchema.nullable(),
          missing_parts,
          at_bound: z
            .enum(['from', 'to'])
            .nullable()
            .meta({
              description: 'The bound at which the value is: a wider range could be better. Null inside the bounds.',
              examples: [null],
            }),
          draws_at_bounds: z
            .strictObject({ from: z.number(), to: z.number() })
            .nullable()
            .optional()
            .meta({
              description:
                'Share of the draws of the coefficients whose best value is at each bound of the goal. Null for other goals than an optimum of one parameter without constraints, and if the coefficients have no covariance. Absent in results of earlier releases.',
              examples: [{ from: 0, to: 0.02 }],
            }),
          is_extrapolation: z
            .boolean()
            .meta({ description: 'True if the value is outside the calibrated range.', examples: [true] }),
        }),
      )
      .meta({ description: 'The varied parameters, in the order of the request.' }),
    objective: z
      .strictObject({
        ...figureShape,
        start_value: z.number().meta({ description: 'Value with the scenario of the request.', examples: [56.9] }),
        gain: z.strictObject({ ...figureShape, value: z.number().meta({ examples: [5.0] }) }).meta({
          description:
            'Value in the result minus `start_value`, with its own interval: both values have the same agents and coefficients, so that most of their errors cancel.',
        }),
      })
      .meta({ description: 'The objective in the result.' }),
    constraints: z
      .array(
        z.strictObject({
          ...figureShape,
          limit: z.number().meta({ description: 'Limit of the request.' }),
          is_satisfied: z.boolean().meta({ description: 'True if the value is within the limit.' }),
          is_active: z
            .boolean()
            .meta({ description: 'True if the value is at the limit, which restricts the result.' }),
        }),
      )
      .meta({ description: 'The constraints in the order of the request.', examples: [[]] }),
    agents_reached: z
      .number()
      .nullable()
      .meta({
        description: 'Expected number of agents with the outcome of the objective; null if it is not a share.',
        examples: [null],
      }),
    outcomes: z
      .array(
        z.strictObject({
          id: z.string().meta({ description: 'Id of the outcome.', examples: ['train'] }),
          label: z.string().meta({ description: 'Name of the outcome.', examples: ['Train'] }),
          share: z.number().meta({ description: 'Expected share in the result, 0 to 1.', examples: [0.167] }),
          start_share: z
            .number()
            .meta({ description: 'Expected share with the scenario of the request.', examples: [0.137] }),
        }),
      )
      .meta({ description: 'Expected share of each outcome.' }),
    solutions: z.array(z.number()).meta({
      description:
        'All values of the parameter that reach the target, for a goal `reach` with one parameter. The result is the one nearest to the scenario of the request.',
      examples: [[]],
    }),
    curve: z
      .array(
        z.strictObject({
          values: z
            .record(z.string(), z.number())
            .meta({ description: 'Values of the varied parameters.', examples: [{ swissmetro_cost_factor: 0.5 }] }),
          ...figureShape,
          value: z.number().meta({ description: 'Expected value of the objective.', examples: [36.1] }),
          is_feasible: z.boolean().meta({ description: 'True if all constraints are satisfied.' }),
        }),
      )
      .meta({
        description:
          'The objective at 21 evenly spaced values of one parameter, or on a grid of 11 × 11 values of two.',
      }),
    evaluations: z
      .int()
      .min(1)
      .meta({ description: 'Evaluations of all agents that were needed.', examples: [42] }),
  })
  .meta({ id: 'GoalResult' });
export type GoalResult = z.infer<typeof goalResultSchema>;
export type Finding = GoalResult['finding'];
export type GoalArgument = GoalResult['arguments'][number];
export type GoalCurvePoint = GoalResult['curve'][number];
/** A value with its 95% interval and the parts of its error. */
export type GoalFigure = GoalResult['objective']['gain'];
