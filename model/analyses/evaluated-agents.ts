import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { canonicalDigest } from '../definition/definition-digest.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import type { AgentFigures, FigureOptions } from '../equations/agent-figures.js';
import { productContextOf } from '../equations/products/compile-products.js';
import { rememberProducts } from '../equations/products/product-shapes.js';
import {
  drawSituation,
  situationOf,
  type UnassignedAgents,
  readAgents,
  type Situation,
} from '../population/situation.js';
import { peopleOf } from '../population/people.js';
import { compile, type CompiledSimulation } from '../simulation/compile.js';
import type { Coefficients } from '../equations/compile-equations.js';
import { figureLayouts } from '../summary/figures.js';

/** The workflow and the agents that all evaluations share. */
export interface EvaluationTask {
  readonly definition: WorkflowDefinition;
  /** Values of all parameters, from `resolveScenario`. */
  readonly scenario: Scenario;
  readonly seed: number;
  readonly agentCount: number;
  /** Columns of an earlier run with the same definition and seed, and at least as many agents. */
  readonly people?: readonly Column[] | undefined;
  readonly onProgress?: (evaluations: number) => void;
  /** Checked before each chunk of agents. */
  readonly shouldStop?: () => boolean;
}

/** The figures of a definition, each with the positions of the expected values of an agent that it sums up, and the number of these values. */
export function expectedFigures(definition: WorkflowDefinition) {
  const layouts = figureLayouts(definition);
  const outcomes = layouts.filter(({ kind }) => kind === 'outcome').length;
  const measures = layouts.filter(({ kind }) => kind === 'measure');
  const figures = layouts.map((own) => ({
    ...own,
    positions: own.kind === 'measure' ? [outcomes + measures.indexOf(own)] : own.outcomes,
  }));
  return { figures, size: outcomes + measures.length };
}

/** Expected values of the agents [from, to) under one scenario. */
export interface EvaluatedChunk {
  readonly from: number;
  readonly to: number;
  readonly situation: Situation;
  /** With derivatives for agents below `gradientAgents`. */
  readonly figures: AgentFigures;
  readonly hasGradients: boolean;
}

const chunkSize = 1_000;

/**
 * Computes an analysis with the same agents in all evaluations, in the calling thread. The result depends only on the task and the analysis.
 *
 * @param analyze returns plain JSON
 * @returns the result with its digest, and the columns of the agents, for later runs with the same definition and seed
 * @throws EngineError `simulation_canceled` if `shouldStop` returns true; the errors of a simulation
 */
export function evaluateAgents(task: EvaluationTask, analyze: (agents: EvaluatedAgents) => object) {
  const agents = new EvaluatedAgents(task);
  const result = analyze(agents);
  return { result, digest: canonicalDigest(result), people: agents.people };
}

/**
 * The same agents for all evaluations, with common random numbers: only the scenario changes. Expected values have no random
 * errors of single decisions, so they are smooth functions of the parameters.
 */
export class EvaluatedAgents {
  readonly people: readonly Column[];
  evaluations = 0;
  private readonly compiled: CompiledSimulation;
  /** By the range of the agents. */
  private readonly chunks = new Map<string, UnassignedAgents>();

  /** @throws EngineError `invalid_argument` if agents interact, because their expected values have no closed form */
  constructor(readonly task: EvaluationTask) {
    const { definition, scenario, seed, agentCount, people } = task;
    this.compiled = compile(definition, scenario, seed, scenario);
    if (this.compiled.interacting)
      throw new EngineError('invalid_argument', 'The analysis needs a workflow whose agents are independent.', {});
    this.people = people ?? peopleOf(drawSituation(this.compiled, 0, agentCount).columns);
  }

  /**
   * Evaluates the expected values of all agents under a scenario.
   *
   * @param gradientAgents number of agents with derivatives: the first ones
   * @param definition the definition, or one with other coefficients
   * @param sample number of agents, the first ones, for an evaluation that does not count. Default: all
   */
  evaluate(
    scenario: Scenario,
    gradientAgents: number,
    visit: (chunk: EvaluatedChunk) => void,
    definition: WorkflowDefinition = this.task.definition,
    sample?: number,
  ): void {
    const { shouldStop, onProgress } = this.task;
    const agentCount = Math.min(sample ?? Infinity, this.task.agentCount);
    const context = {
      ...productContextOf(definition),
      scenario,
      baseline: scenario,
      baselineAlternatives: 'scenario' as const,
    };
    const decision = familyOf(definition.decision).compile(definition.decision, context);
    let from = 0;
    while (from < agentCount) {
      if (shouldStop?.()) throw new EngineError('simulation_canceled', 'The analysis was canceled.');
      const to = Math.min(from + chunkSize, from < gradientAgents ? Math.min(gradientAgents, agentCount) : agentCount);
      const situation = this.situationOf(from, to, scenario);
      const hasGradients = from < gradientAgents;
      // Agents have their drawn class, as in a simulation. Derivatives are averages over the classes, whose shares are estimates.
      const figuresOf = (options: FigureOptions) =>
        decision.figures!(situation, 'scenario', { ...options, withoutCurves: true });
      const simulated = figuresOf({ gradients: false, givenGroup: true });
      const figures = hasGradients ? { ...figuresOf({ gradients: true }), values: simulated.values } : simulated;
      visit({ from, to, situation, figures, hasGradients });
      from = to;
    }
    if (sample !== undefined) return;
    this.evaluations++;
    onProgress?.(this.evaluations);
  }

  private situationOf(from: number, to: number, scenario: Scenario): Situation {
    const key = `${from}-${to}`;
    let chunk = this.chunks.get(key);
    if (!chunk) {
      chunk = readAgents(this.compiled, this.people, from, to);
      rememberProducts(chunk.attributes);
      this.chunks.set(key, chunk);
    }
    return situationOf({ ...this.compiled, scenario, baseline: scenario }, chunk);
  }
}

/** The definition with other values of its coefficients, in the order of the model. Only for families whose agents are independent. */
export function withEstimates(definition: WorkflowDefinition, values: Coefficients): WorkflowDefinition {
  const { decision } = definition;
  const ids = familyOf(decision)
    .linear(decision)
    .coefficients.map(({ id }) => id);
  const coefficients = decision.coefficients.map((own) => {
    const position = ids.indexOf(own.id);
    return position < 0 ? own : { ...own, estimate: values[position]! };
  });
  return { ...definition, decision: { ...decision, coefficients } };
}
