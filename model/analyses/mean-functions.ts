import { z } from 'zod';
import { errorPartSchema, errorsSchema, missingParts, type Percentiles } from '../summary/errors.js';
import { intervalSchema } from '../summary/intervals.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { covarianceOf, targetCovarianceOf } from '../simulation/estimation-error.js';
import { quadraticForm } from '../simulation/quadratic-form.js';
import { ErrorBudget, type Estimated } from '../summary/error-budget.js';
import type { ComparedScenarios } from '../summary/model-errors.js';
import { smallGroupSize } from '../summary/moments.js';

/** The fields of an estimate that is a function of means over agents, such as an elasticity. */
export const estimateShape = {
  estimate: z.number().meta({ description: 'Estimate, in the unit of the result.', examples: [-0.8] }),
  interval: intervalSchema.nullable().meta({
    description:
      'Lower and upper end of the 95% interval. It combines all known parts of the error. Null if the simulation error is unknown: for one agent, and for fewer than 30 agents with equal values.',
    examples: [[-0.95, -0.65]],
  }),
  errors: errorsSchema.describe('Parts of the error of the estimate, as standard errors.'),
  missing_parts: z.array(errorPartSchema).meta({
    description:
      'Parts of the error that are unknown, so that the interval does not include them. The error of the model is always missing, because the held-out data do not contain such estimates.',
    examples: [['model']],
  }),
};

export const estimateSchema = z.strictObject(estimateShape).meta({
  id: 'Estimate',
  description: 'Estimate with its 95% interval and the parts of its error.',
});
/** An estimate with its 95% interval and the parts of its error. */
export type EstimatedFigure = z.infer<typeof estimateSchema>;

/** A smooth function of two means, with its derivatives with respect to both. */
interface FunctionOfMeans {
  readonly value: number;
  readonly byFirst: number;
  readonly bySecond: number;
}

/** Values of a figure of each agent, and the sums of their derivatives with respect to the coefficients by group. */
export interface FigureSource {
  /** `[row * figures + figure]`. */
  readonly values: Float64Array;
  /** `[(group * coefficients + coefficient) * figures + figure]`. */
  readonly gradientSums: Float64Array;
}

/** Position of a figure in a source. Parts are summed: an outcome group is the sum of its outcomes. */
export interface FigurePosition {
  readonly figures: number;
  readonly parts: readonly number[];
}

/** Agents of a group: their rows, and the number of them with derivatives. */
export interface GroupMembers extends FigureAgents {
  readonly group: number;
  readonly rows: Int32Array;
  readonly gradientCount: number;
}

export function meanOf({ values }: FigureSource, { figures, parts }: FigurePosition, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) for (const part of parts) sum += values[row * figures + part]!;
  return sum / rows.length;
}

/**
 * Estimates a function of the means of two figures over the agents of a group, with its errors by linearization (delta method).
 *
 * @param apply the function and its derivatives at the two means
 */
export function estimateOfMeans(
  errors: FigureErrors,
  first: FigureSource,
  second: FigureSource,
  position: FigurePosition,
  members: GroupMembers,
  apply: (first: number, second: number) => FunctionOfMeans,
): EstimatedFigure {
  const { figures, parts } = position;
  const { rows, group, gradientCount } = members;
  const means = [meanOf(first, position, rows), meanOf(second, position, rows)] as const;
  const { value, byFirst, bySecond } = apply(...means);
  let squares = 0;
  for (const row of rows) {
    let influence = -byFirst * means[0] - bySecond * means[1];
    for (const part of parts)
      influence += byFirst * first.values[row * figures + part]! + bySecond * second.values[row * figures + part]!;
    squares += influence * influence;
  }
  const gradient = gradientCount > 0 ? new Float64Array(errors.coefficients) : undefined;
  gradient?.forEach((_, coefficient) => {
    const at = (group * errors.coefficients + coefficient) * figures;
    let sum = 0;
    for (const part of parts)
      sum += byFirst * first.gradientSums[at + part]! + bySecond * second.gradientSums[at + part]!;
    gradient[coefficient] = sum / gradientCount;
  });
  return errors.of(value, squares, gradient, members);
}

/** Agents of a figure: all agents of an analysis, or a group of them. */
interface FigureAgents {
  readonly agents: number;
  /** Share of these agents in all agents. */
  readonly fraction: number;
  readonly isWhole: boolean;
}

/** Errors of estimates of independent agents, from their derivatives with respect to the coefficients. */
export class AgentErrors {
  protected readonly budget: ErrorBudget;
  /** Undefined if the workflow has no covariance. */
  private readonly covariance: Float64Array | undefined;
  /** Undefined without calibration targets. */
  private readonly targetCovariance: Float64Array | undefined;
  readonly coefficients: number;

  /** @param compared the scenarios of differences, whose model error is otherwise unknown */
  constructor(definition: WorkflowDefinition, compared?: ComparedScenarios) {
    const { decision, evidence } = definition;
    const { coefficients } = familyOf(decision).linear(decision);
    this.budget = new ErrorBudget(definition, { parameterDraws: 0, replicates: null, ...(compared && { compared }) });
    this.covariance = evidence.covariance && covarianceOf(definition, coefficients);
    this.targetCovariance = targetCovarianceOf(definition, coefficients);
    this.coefficients = coefficients.length;
  }

  protected errorsOf(
    gradient: Float64Array | undefined,
    known: Omit<Estimated, 'estimation' | 'targets' | 'position' | 'repeatedRuns'>,
  ) {
    const errorBy = (covariance: Float64Array | undefined) =>
      gradient && covariance ? Math.sqrt(Math.max(0, quadraticForm(gradient, covariance))) : undefined;
    const [estimation, targets] = [errorBy(this.covariance), errorBy(this.targetCovariance)];
    const { errors, interval } = this.budget.of({
      ...known,
      estimation,
      targets,
      position: 0,
      repeatedRuns: undefined,
    });
    return { interval, errors, missing_parts: missingParts(errors) };
  }
}

/** Adds the errors to estimates that are smooth functions of means over agents. The form of the model has no known error for them. */
export class FigureErrors extends AgentErrors {
  /**
   * @param squares sum over the agents of the squared influence of an agent on the estimate (linearization)
   * @param gradient derivatives of the estimate with respect to the coefficients; undefined if no agent has derivatives
   * @param percentiles of draws of the coefficients, for the interval of an estimate that is not nearly linear in them
   */
  of(
    estimate: number,
    squares: number,
    gradient: Float64Array | undefined,
    { agents, fraction, isWhole }: FigureAgents,
    percentiles?: Percentiles,
  ): EstimatedFigure {
    const variance = agents > 1 ? squares / (agents - 1) : 0;
    const isKnown = agents >= smallGroupSize || variance > 0;
    const errors = this.errorsOf(gradient, {
      // As the difference of a curve: unbounded, and with an unknown error of the model.
      kind: 'curve',
      id: '',
      side: 'difference',
      bounds: [-Infinity, Infinity],
      moments: { mean: estimate, deviation: isKnown ? Math.sqrt(variance) : null },
      agents,
      isWhole,
      fraction,
      percentiles,
    });
    return { estimate, ...errors };
  }
}
