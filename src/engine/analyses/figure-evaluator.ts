import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import type { CompiledEquations } from '../model/compile-equations.js';
import type { AgentFigures, FigureOptions } from '../model/agent-figures.js';
import type { CompiledDecision } from '../model/decision-family.js';
import type { LinearModel } from '../model/linear-model.js';
import { readSituation } from '../population/read-situation.js';
import type { Situation } from '../population/situation.js';
import type { AgentGroups } from '../simulation/agent-groups.js';
import { compile } from '../simulation/compile.js';
import { gradientAgentsOf } from '../simulation/estimation-error.js';

const chunkSize = 500;
/** Choices that an analysis evaluates under one scenario: more would not make an interval noticeably narrower. */
const maxChoices = 10_000;
const leastAgents = 500;

/** Most agents of an analysis, the first ones of a simulation: fewer if each has several periods or latent classes. */
export function analysisAgentsOf({ decision }: WorkflowDefinition): number {
  if (decision.family !== 'conditional_logit') return maxChoices;
  const choices = (decision.periods?.number ?? 1) * (decision.classes?.length ?? 1);
  return Math.max(leastAgents, Math.floor(maxChoices / choices));
}

/** Agents of a simulation of independent agents. */
export interface AnalyzedAgents {
  readonly definition: WorkflowDefinition;
  readonly seed: number;
  readonly columns: readonly Column[];
}

/** Assignments that all agents have or do not have, in place of their random draws. */
export interface ForcedAssignments {
  readonly positions: readonly number[];
  readonly value: 0 | 1;
}

interface Run {
  readonly scenario: Scenario;
  /** Scenario that determines the assignments. */
  readonly assignedAs: Scenario;
  readonly forced: ForcedAssignments | undefined;
  /** Agents to evaluate, from the first. */
  readonly agents: number;
  readonly options: FigureOptions;
}

type FiguresOf = (decision: CompiledDecision, situation: Situation, options: FigureOptions) => AgentFigures;

/** Evaluates expected figures of the same agents under different scenarios, and their derivatives. */
export class FigureEvaluator {
  /** Agents with values, from the first. */
  readonly agents: number;
  /** Agents with derivatives with respect to the coefficients, from the first. */
  readonly gradientAgents: number;
  /** Number of figures of an agent. */
  readonly figures: number;
  /** Agents with derivatives, by group. */
  readonly gradientCounts: Uint32Array;
  /** Length of the sums of derivatives. */
  readonly gradientSize: number;
  private readonly coefficients: number;

  /**
   * @param figures number of figures that `figuresOf` computes first, and that are kept
   * @param figuresOf figures of agents under the compiled scenario
   */
  constructor(
    private readonly source: AnalyzedAgents,
    private readonly grouping: AgentGroups,
    figures: number,
    private readonly figuresOf: FiguresOf = expectedFigures,
  ) {
    const { decision, evidence, adjustments } = source.definition;
    this.figures = figures;
    this.coefficients = familyOf(decision).linear(decision).coefficients.length;
    this.agents = Math.min(grouping.groupOf.length, analysisAgentsOf(source.definition));
    const hasErrors = evidence.covariance ?? adjustments?.targets?.covariance;
    this.gradientAgents = hasErrors ? Math.min(this.agents, gradientAgentsOf(source.definition)) : 0;
    this.gradientCounts = new Uint32Array(grouping.groups);
    this.gradientSize = grouping.groups * this.coefficients * figures;
    for (let row = 0; row < this.gradientAgents; row++) {
      const group = grouping.groupOf[row]!;
      if (group >= 0) this.gradientCounts[group] = this.gradientCounts[group]! + 1;
    }
  }

  /** Figures of each agent: `[row * figures + figure]`. */
  values(scenario: Scenario, forced?: ForcedAssignments): Float64Array {
    const out = new Float64Array(this.agents * this.figures);
    const run: Run = { scenario, assignedAs: scenario, forced, agents: this.agents, options: { gradients: false } };
    this.pass(run, ({ values, figures }, from, count) => {
      for (let row = 0; row < count; row++)
        for (let k = 0; k < this.figures; k++) out[(from + row) * this.figures + k] = values[row * figures + k]!;
    });
    return out;
  }

  /** Derivatives of the figures of each agent with respect to the one coefficient of other equations: `[row * figures + figure]`. */
  derivatives(scenario: Scenario, respectTo: (model: LinearModel) => CompiledEquations): Float64Array {
    const out = new Float64Array(this.agents * this.figures);
    const options = { gradients: true, respectTo };
    const run: Run = { scenario, assignedAs: scenario, forced: undefined, agents: this.agents, options };
    this.pass(run, ({ gradients, figures }, from, count) => {
      for (let row = 0; row < count; row++)
        for (let k = 0; k < this.figures; k++) out[(from + row) * this.figures + k] = gradients[row * figures + k]!;
    });
    return out;
  }

  /**
   * Sums over the agents of each group of the derivatives with respect to the coefficients:
   * `[(group * coefficients + coefficient) * figures + figure]`.
   *
   * @param assignedAs scenario that determines the assignments. Default: the same
   */
  gradientSums(scenario: Scenario, forced?: ForcedAssignments, assignedAs: Scenario = scenario): Float64Array {
    const { figures: kept, coefficients, grouping } = this;
    const out = new Float64Array(this.gradientSize);
    const options = { gradients: true };
    const run: Run = { scenario, assignedAs, forced, agents: this.gradientAgents, options };
    this.pass(run, ({ gradients, figures }, from, count) => {
      for (let row = 0; row < count; row++) {
        const group = grouping.groupOf[from + row]!;
        if (group < 0) continue;
        for (let coefficient = 0; coefficient < coefficients; coefficient++) {
          const source = (row * coefficients + coefficient) * figures;
          const target = (group * coefficients + coefficient) * kept;
          for (let k = 0; k < kept; k++) out[target + k] = out[target + k]! + gradients[source + k]!;
        }
      }
    });
    return out;
  }

  private pass(
    { scenario, assignedAs, forced, agents, options }: Run,
    onChunk: (figures: AgentFigures, from: number, count: number) => void,
  ): void {
    const { definition, seed, columns } = this.source;
    const compiled = compile(definition, scenario, seed);
    const given = { ...options, givenGroup: this.grouping.isModelGroup };
    for (let from = 0; from < agents; from += chunkSize) {
      const to = Math.min(from + chunkSize, agents);
      const { situation } = readSituation({ ...compiled, scenario: assignedAs }, columns, from, to);
      onChunk(this.figuresOf(compiled.decision, withForced(situation, forced), given), from, to - from);
    }
  }
}

function expectedFigures(decision: CompiledDecision, situation: Situation, options: FigureOptions): AgentFigures {
  if (!decision.figures)
    throw new EngineError('invalid_argument', 'Figures of interacting agents have no closed form.', {});
  return decision.figures(situation, 'scenario', options);
}

function withForced(situation: Situation, forced: ForcedAssignments | undefined): Situation {
  if (!forced) return situation;
  const { assigned } = situation;
  const scenario = assigned.scenario.map((own, position) =>
    forced.positions.includes(position) ? new Uint8Array(own.length).fill(forced.value) : own,
  );
  return { ...situation, assigned: { ...assigned, scenario } };
}
