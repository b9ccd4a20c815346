import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import { sumOf } from '../../math/linear-algebra.js';
import type { EvaluatedAgents, EvaluatedChunk } from '../evaluated-agents.js';
import { AgentErrors } from '../mean-functions.js';
import type { GoalRequest, Quantity, GoalFigure } from './goal.js';
import { addChunk, compileQuantities } from './quantities.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Estimated, KnownErrors } from '../../summary/error-budget.js';
import { gradientAgentsOf } from '../../simulation/estimation-error.js';
import { coefficientShift, figureShift, withOmittedTerms } from '../../simulation/omitted-terms.js';
import type { FigureError } from '../../summary/experiment-errors.js';
import type { ErrorParts, Side } from '../../summary/errors.js';
import type { ComparedScenarios } from '../../summary/model-errors.js';
import { momentsOfAll } from '../../summary/moments.js';

/** The quantities of a goal at one point: the objective, then the constraints and, if requested, the outcomes. */
export interface Evaluation {
  readonly at: readonly number[];
  readonly means: readonly number[];
  /** Values of each quantity by agent. */
  readonly byAgent: readonly Float64Array[];
  /** Mean derivatives of each quantity with respect to the coefficients. Undefined unless requested. */
  readonly gradients: readonly Float64Array[] | undefined;
}

/** Evaluates the quantities of a goal at values of its parameters. Remembers the means of all points. */
export class GoalEvaluator {
  /** Number of coefficients. */
  readonly width: number;
  private readonly known = new Map<string, readonly number[]>();

  constructor(
    readonly agents: EvaluatedAgents,
    readonly request: GoalRequest,
    /** The objective, then the constraints. */
    readonly quantities: readonly Quantity[],
    private readonly maxEvaluations: number,
  ) {
    const { decision } = agents.task.definition;
    this.width = familyOf(decision).linear(decision).coefficients.length;
  }

  /** Whether a search can continue. The reserve is for the derivatives at the optimum. */
  canSearch(): boolean {
    return this.agents.evaluations < this.maxEvaluations - reservedEvaluations;
  }

  /** Evaluations that the goal can still use. */
  left(): number {
    return this.maxEvaluations - this.agents.evaluations;
  }

  scenarioAt(at: readonly number[]): Scenario {
    const { scenario } = this.agents.task;
    return { ...scenario, ...Object.fromEntries(this.request.parameters.map(({ name }, k) => [name, at[k]!])) };
  }

  means(at: readonly number[]): readonly number[] {
    return this.known.get(at.join()) ?? this.evaluate(at, 0).means;
  }

  /** The mean of the objective over the first agents, with the coefficients of a definition. */
  meanOf(at: readonly number[], definition: WorkflowDefinition, agents: number): number {
    const count = Math.min(agents, this.agents.task.agentCount);
    const scenario = this.scenarioAt(at);
    const compiled = compileQuantities(definition, this.quantities.slice(0, 1), scenario);
    const values = new Float64Array(count);
    const add = (chunk: EvaluatedChunk) => addChunk(compiled, chunk, [values], []);
    this.agents.evaluate(scenario, 0, add, definition, count);
    return sumOf(values) / count;
  }

  /** What the terms that the model omits say of the objective at one point minus another. Undefined without such terms. */
  omittedBetween(end: readonly number[], start: readonly number[]): FigureError | undefined {
    const { definition: own, agentCount } = this.agents.task;
    const definition = withOmittedTerms(own);
    if (definition === own) return undefined;
    const { coefficients } = familyOf(definition.decision).linear(definition.decision);
    const count = Math.min(gradientAgentsOf(definition), agentCount);
    const gradientAt = (at: readonly number[]) => {
      const scenario = this.scenarioAt(at);
      const compiled = compileQuantities(definition, this.quantities.slice(0, 1), scenario);
      const [values, sums] = [new Float64Array(count), new Float64Array(coefficients.length)];
      const add = (chunk: EvaluatedChunk) => addChunk(compiled, chunk, [values], [sums]);
      this.agents.evaluate(scenario, count, add, definition, count);
      return sums.map((sum) => sum / count);
    };
    return figureShift(minus(gradientAt(end), gradientAt(start)), coefficientShift(definition, coefficients)!);
  }

  /**
   * @param gradientAgents agents with derivatives; 0 for none
   * @param others quantities in addition to the objective and the constraints
   */
  evaluate(at: readonly number[], gradientAgents: number, others: readonly Quantity[] = []): Evaluation {
    const { definition, agentCount } = this.agents.task;
    const scenario = this.scenarioAt(at);
    const quantities = [...this.quantities, ...others];
    const compiled = compileQuantities(definition, quantities, scenario);
    const byAgent = quantities.map(() => new Float64Array(agentCount));
    const sums = quantities.map(() => new Float64Array(this.width));
    this.agents.evaluate(scenario, gradientAgents, (chunk) => addChunk(compiled, chunk, byAgent, sums));
    const means = byAgent.map((values) => sumOf(values) / agentCount);
    this.known.set(at.join(), means);
    const count = Math.min(gradientAgents, agentCount);
    const gradients = count > 0 ? sums.map((sum) => sum.map((value) => value / count)) : undefined;
    return { at, means, byAgent, gradients };
  }
}

/** Evaluations for the derivatives at the optimum and for the start. */
export const reservedEvaluations = 12;

export const minus = (a: Float64Array, b: Float64Array) => a.map((value, k) => value - b[k]!);

type FigureKind = Pick<Estimated, 'kind' | 'id' | 'bounds' | 'known' | 'baselineMean' | 'parameterEffects' | 'omitted'>;
const anyValue: FigureKind = { kind: 'measure', id: '', bounds: [-Infinity, Infinity] };

/** Computes the errors of the figures of a goal. */
export class GoalFigures extends AgentErrors {
  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly agentCount: number,
    compared?: ComparedScenarios,
  ) {
    super(definition, compared);
  }

  /** The figure of quantity `position` of an evaluation with derivatives. */
  of(quantity: Quantity, position: number, { byAgent, gradients }: Evaluation): GoalFigure {
    const kind = this.kindOf(quantity);
    return this.figure(kind, byAgent[position]!, gradients?.[position]);
  }

  /** The objective of one evaluation minus that of another, with the errors of a simulation. Both have derivatives and the same agents. */
  ofGain(
    objective: Quantity,
    end: Evaluation,
    start: Evaluation,
    errors: Pick<Estimated, 'parameterEffects' | 'omitted'>,
  ): GoalFigure {
    const [a, b] = [end.gradients?.[0], start.gradients?.[0]];
    const values = minus(end.byAgent[0]!, start.byAgent[0]!);
    const kind = this.kindOf(objective);
    if (kind === anyValue) return this.ofValues(values, a && b && minus(a, b));
    return this.figure(
      { ...kind, baselineMean: start.means[0], ...errors },
      values,
      a && b && minus(a, b),
      'difference',
    );
  }

  /**
   * The errors of a linear combination of values of the agents.
   *
   * @param known model error, and gap of the population. Default: unknown, and none
   */
  ofValues(values: Float64Array, gradient: Float64Array | undefined, known?: KnownErrors): GoalFigure {
    return this.figure({ ...anyValue, known }, values, gradient);
  }

  /** Difference between the observed value of a quantity and its value for the agents, as a population error; 0 if unknown. */
  gapOf(quantity: Quantity): number {
    return this.budget.gapOf(this.kindOf(quantity).id);
  }

  /** Quantile of the 95% interval of a figure with these errors. */
  quantile(errors: ErrorParts): number {
    return this.budget.quantile(errors, this.agentCount - 1 || Infinity);
  }

  private figure(
    kind: FigureKind,
    values: Float64Array,
    gradient: Float64Array | undefined,
    side: Side = 'scenario',
  ): GoalFigure {
    const moments = momentsOfAll({ scenario: values, baseline: values }).scenario;
    const known = { ...kind, side, moments, agents: this.agentCount, isWhole: true, fraction: 1 };
    return { value: moments.mean, ...this.errorsOf(gradient, known) };
  }

  private kindOf({ share, measure }: Quantity): FigureKind {
    const { outcome_groups: groups = [], decision, scenario } = this.definition;
    if (share !== undefined)
      return { kind: groups.some(({ id }) => id === share) ? 'outcome_group' : 'outcome', id: share, bounds: [0, 1] };
    if (measure === undefined) return anyValue;
    const bounds = familyOf(decision)
      .measures(decision, scenario.parameters)
      .find(({ id }) => id === measure)!.bounds;
    return { kind: 'measure', id: measure, bounds };
  }
}
