import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import type { CompiledEquations } from '../equations/compile-equations.js';
import type { AgentFigures, FigureOptions } from '../equations/agent-figures.js';
import type { CompiledDecision } from '../equations/decision-family.js';
import type { LinearModel } from '../equations/linear-model.js';
import { readSituation, type Situation } from '../population/situation.js';
import type { AgentGroups } from '../simulation/simulate-chunk.js';
import { compile } from '../simulation/compile.js';
import { gradientAgentsOf } from '../simulation/estimation-error.js';
import type { FigureSource } from './mean-functions.js';
import type { Segmentation } from '../summary/segment-groups.js';

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
interface ForcedAssignments {
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
  /** Agents with derivatives, from the first. */
  readonly gradientAgents: number;
  readonly respectTo?: FigureOptions['respectTo'];
}

type FiguresOf = (decision: CompiledDecision, situation: Situation, options: FigureOptions) => AgentFigures;

/** Evaluates expected figures of the same agents under different scenarios, and their derivatives. */
export class FigureEvaluator {
  /** Agents with values, from the first. */
  readonly agents: number;
  /** Agents with derivatives with respect to the coefficients, from the first. */
  readonly gradientAgents: number;
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
    private readonly analyzed: AnalyzedAgents,
    private readonly grouping: AgentGroups,
    figures: number,
    private readonly figuresOf: FiguresOf = (decision, situation, options) =>
      decision.figures!(situation, 'scenario', options),
  ) {
    const { decision, evidence, adjustments } = analyzed.definition;
    this.figures = figures;
    this.coefficients = familyOf(decision).linear(decision).coefficients.length;
    this.agents = Math.min(grouping.groupOf.length, analysisAgentsOf(analyzed.definition));
    const hasErrors = evidence.covariance ?? adjustments?.targets?.covariance;
    this.gradientAgents = hasErrors ? Math.min(this.agents, gradientAgentsOf(analyzed.definition)) : 0;
    this.gradientCounts = new Uint32Array(grouping.groups);
    this.gradientSize = grouping.groups * this.coefficients * figures;
    for (let row = 0; row < this.gradientAgents; row++) {
      const group = grouping.groupOf[row]!;
      if (group >= 0) this.gradientCounts[group] = this.gradientCounts[group]! + 1;
    }
  }

  /**
   * Figures of each agent: `[row * figures + figure]`.
   *
   * @param assignedAs scenario that determines the assignments. Default: the same
   */
  values(scenario: Scenario, assignedAs: Scenario = scenario): Float64Array {
    const out = new Float64Array(this.agents * this.figures);
    this.pass(this.runOf(scenario, { assignedAs, gradientAgents: 0 }), (figures, from, to) =>
      this.keepValues(figures, from, to, out),
    );
    return out;
  }

  /** Figures of each agent, and the sums of their derivatives, from one pass over the agents. */
  source(scenario: Scenario, forced?: ForcedAssignments): FigureSource {
    const values = new Float64Array(this.agents * this.figures);
    const gradientSums = new Float64Array(this.gradientSize);
    this.pass(this.runOf(scenario, { forced }), (figures, from, to) => {
      this.keepValues(figures, from, to, values);
      if (from < this.gradientAgents) this.addGradients(figures, from, to, gradientSums);
    });
    return { values, gradientSums };
  }

  /** Derivatives of the figures of each agent with respect to the one coefficient of other equations: `[row * figures + figure]`. */
  derivatives(scenario: Scenario, respectTo: (model: LinearModel) => CompiledEquations): Float64Array {
    const out = new Float64Array(this.agents * this.figures);
    const run = this.runOf(scenario, { gradientAgents: this.agents, respectTo });
    this.pass(run, ({ gradients, figures }, from, to) => {
      for (let row = 0; row < to - from; row++)
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
  gradientSums(scenario: Scenario, assignedAs: Scenario = scenario): Float64Array {
    const out = new Float64Array(this.gradientSize);
    const run = this.runOf(scenario, { assignedAs, agents: this.gradientAgents });
    this.pass(run, (figures, from, to) => this.addGradients(figures, from, to, out));
    return out;
  }

  private runOf(scenario: Scenario, own: Partial<Run>): Run {
    const { agents, gradientAgents } = this;
    return { scenario, assignedAs: scenario, forced: undefined, agents, gradientAgents, ...own };
  }

  private keepValues({ values, figures }: AgentFigures, from: number, to: number, out: Float64Array): void {
    for (let row = 0; row < to - from; row++)
      for (let k = 0; k < this.figures; k++) out[(from + row) * this.figures + k] = values[row * figures + k]!;
  }

  private addGradients({ gradients, figures }: AgentFigures, from: number, to: number, out: Float64Array): void {
    const { figures: kept, coefficients, grouping } = this;
    for (let row = 0; row < to - from; row++) {
      const group = grouping.groupOf[from + row]!;
      if (group < 0) continue;
      for (let coefficient = 0; coefficient < coefficients; coefficient++) {
        const source = (row * coefficients + coefficient) * figures;
        const target = (group * coefficients + coefficient) * kept;
        for (let k = 0; k < kept; k++) out[target + k] = out[target + k]! + gradients[source + k]!;
      }
    }
  }

  private pass(
    { scenario, assignedAs, forced, agents, gradientAgents, respectTo }: Run,
    onChunk: (figures: AgentFigures, from: number, to: number) => void,
  ): void {
    const { definition, seed, columns } = this.analyzed;
    const compiled = compile(definition, scenario, seed);
    const shared = { givenGroup: this.grouping.isModelGroup, withoutCurves: true, ...(respectTo && { respectTo }) };
    let from = 0;
    while (from < agents) {
      const gradients = from < gradientAgents;
      const to = Math.min(from + chunkSize, gradients ? gradientAgents : agents);
      const { situation } = readSituation({ ...compiled, scenario: assignedAs }, columns, from, to);
      onChunk(this.figuresOf(compiled.decision, withForced(situation, forced), { ...shared, gradients }), from, to);
      from = to;
    }
  }
}

function withForced(situation: Situation, forced: ForcedAssignments | undefined): Situation {
  if (!forced) return situation;
  const { assigned } = situation;
  const scenario = assigned.scenario.map((own, position) =>
    forced.positions.includes(position) ? new Uint8Array(own.length).fill(forced.value) : own,
  );
  return { ...situation, assigned: { ...assigned, scenario } };
}

/** The selected agents in one group, or in the groups of a segmentation. */
export function analyzedGroups(agents: number, rows?: Int32Array, segmentation?: Segmentation): AgentGroups {
  const own = segmentation?.groupOf ?? new Uint8Array(agents);
  const groups = segmentation?.groups.length ?? 1;
  const isModelGroup = segmentation?.isModelGroup ?? false;
  if (!rows) return { groupOf: own, groups, isModelGroup };
  const selected = new Int32Array(agents).fill(-1);
  for (const row of rows) selected[row] = own[row]!;
  return { groupOf: selected, groups, isModelGroup };
}

/** Indices of the first `agents` agents, by group. */
export function rowsOfGroups({ groupOf, groups }: AgentGroups, agents: number): Int32Array[] {
  const counts = new Uint32Array(groups);
  for (let row = 0; row < agents; row++) if (groupOf[row]! >= 0) counts[groupOf[row]!] = counts[groupOf[row]!]! + 1;
  const rows = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < agents; row++) {
    const group = groupOf[row]!;
    if (group < 0) continue;
    rows[group]![counts[group]!] = row;
    counts[group] = counts[group]! + 1;
  }
  return rows;
}
