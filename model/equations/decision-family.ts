import type { Column } from '../columns/column.js';
import type { IssueList } from '../definition/issue-list.js';
import type { References } from '../definition/references.js';
import type { WorkflowOf } from '../definition/definition.schema.js';
import type { Parameter, Scenario } from '../definition/scenario.schema.js';
import type { AgentFigures, BenefitOptions, FigureOptions } from './agent-figures.js';
import type { Coefficients } from './compile-equations.js';
import type { LinearModel } from './linear-model.js';
import type { ProductContext } from './products/compile-products.js';
import type { Situation } from '../population/situation.js';
import type { Paragraph } from './sentence.js';

/** Inputs for compiling a decision: the requested scenario and the calibrated baseline for comparison. */
export interface DecisionContext extends ProductContext {
  readonly scenario: Scenario;
  readonly baseline: Scenario;
  /**
   * Alternatives under the baseline: those that are offered there, or those of the scenario. The second applies if another simulation of
   * the definition is the baseline. Default: `baseline`.
   */
  readonly baselineAlternatives?: 'baseline' | 'scenario';
}

/** A possible outcome of an agent. */
export interface Outcome {
  readonly id: string;
  readonly label: string;
  /** Phrase for the outcome in sentences. */
  readonly noun: string;
}

/** A numeric result of an agent. */
export interface Measure {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** Minimum and maximum of the values and their mean; infinite if unbounded. */
  readonly bounds: readonly [number, number];
}

/** Groups of agents that the model defines, such as latent classes. `id` is the name of the column with each agent's group. */
export interface Grouping {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly { readonly id: string; readonly label: string }[];
}

/** A share of agents at each of several steps: adopted by each year, without work after each two weeks, willing to pay each price. */
export interface Curve {
  readonly id: string;
  readonly label: string;
  /** Unit of the steps: `year`, `AUD`. */
  readonly step_unit: string;
  readonly steps: readonly number[];
}

/** Agents counted at one step of a curve: under the scenario, under the baseline, and under both. */
export interface CurveCount {
  readonly count: number;
  readonly baseline: number;
  readonly both: number;
}

/** Columns with one row per agent. For decisions in steps, also columns with one row per event. */
export interface DecisionOutput {
  readonly columns: Column[];
  readonly events: Column[];
}

/**
 * Expected means over agents, without simulation error if the family can compute them: outcome shares, then means of the measures, then points
 * of the curves, in the order of the family.
 */
export interface Expectation {
  readonly scenario: Float64Array;
  readonly baseline: Float64Array;
}

export interface CompiledDecision {
  /**
   * Simulates all agents of the situation under the scenario and under the baseline, with the same random errors. Pure.
   *
   * Required columns: `outcome` and `baseline_outcome` (categories: the outcome ids); `probability.<outcome>` and
   * `baseline_probability.<outcome>` for each outcome; `measure.<id>` and `baseline_measure.<id>` for each measure. Families with independent
   * agents also have `expected.<id>` and `baseline_expected.<id>`, the mean of the measure given the attributes of the agent. Families add the
   * columns that their transcripts need.
   */
  run(situation: Situation): DecisionOutput;
  /**
   * Expected values of each agent, and their derivatives with respect to the coefficients. Only families whose agents are independent provide
   * it. Pure.
   */
  figures?(situation: Situation, side: 'scenario' | 'baseline', options: FigureOptions): AgentFigures;
  /**
   * Expected greatest utility of each agent, up to a constant, as its only figure. Only families whose agents choose among alternatives by their
   * utility provide it. Not a number if money is requested and its marginal utility is not positive. Pure.
   */
  benefits?(situation: Situation, side: 'scenario' | 'baseline', options: BenefitOptions): AgentFigures;
  /** Expectations for each set of coefficients. Must be much cheaper than `run`, unless agents interact. Pure. */
  expect(situation: Situation, draws: readonly Coefficients[]): Expectation[];
}

/** A family of models: checks, compiles and runs a decision of a definition, and describes agents. */
export interface DecisionFamily<Decision> {
  /** Whether agents interact. If so, all agents must run together, and random errors of one agent affect others. */
  readonly interacting: boolean;
  /** Word for an equation of the linear model in messages: `alternative`, `equation`. */
  readonly equationWord: string;
  /** Reference for the reasons of a transcript: another alternative (`compared`) or the average agent (`typical`). */
  readonly reasons: 'compared' | 'typical';
  /** Run states that terms can read: `period`, `exposure`. */
  readonly states: readonly string[];
  /** Converts the decision to a linear model, which `parseDefinition` checks for every family. */
  linear(decision: Decision): LinearModel;
  /** Formulas from the predictors to the outcomes, one per line, with ids as names. */
  formulas(decision: Decision): readonly string[];
  /** Checks the family's own rules and adds issues to the list. */
  check(list: IssueList, decision: Decision, references: References): void;
  outcomes(decision: Decision): readonly Outcome[];
  /** @param parameters parameters of the definition; their bounds can bound a measure */
  measures(decision: Decision, parameters: readonly Parameter[]): readonly Measure[];
  curves(decision: Decision): readonly Curve[];
  /** Additional segments of the summary, besides the attributes. */
  groupings?(decision: Decision): readonly Grouping[];
  compile(decision: Decision, context: DecisionContext): CompiledDecision;
  /** Counts for each step of each curve, from the columns of a complete run. */
  countCurves(decision: Decision, decided: Readonly<DecisionOutput>): CurveCount[][];
  /** Makes a function that returns the transcript of an agent in paragraphs, by agent index. */
  transcriber(
    definition: WorkflowOf<Decision>,
    scenario: Scenario,
    decided: Readonly<DecisionOutput>,
  ): (index: number) => Paragraph[];
}
