import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import { sumOf } from '../../math/sum.js';
import type { EvaluatedAgents } from '../evaluated-agents.js';
import type { GoalRequest, Quantity } from './goal-request.js';
import { addChunk, compileQuantities } from './quantities.js';

/** The quantities of a goal at one point: the objective, then the constraints and, if requested, the outcomes. */
export interface Evaluation {
  /** Values of the parameters. */
  readonly at: readonly number[];
  /** Mean of each quantity over the agents. */
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
