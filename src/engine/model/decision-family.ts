import { type Column } from '../columns/column.js';
import { type IssueList } from '../definition/issue-list.js';
import { type References } from '../definition/references.js';
import { type WorkflowOf } from '../definition/definition.schema.js';
import { type Parameter, type Scenario } from '../definition/scenario.schema.js';
import { type Coefficients } from './compile-equations.js';
import { type LinearModel } from './linear-model.js';
import { type ProductContext } from './products/compile-products.js';
import { type Situation } from '../population/situation.js';

/** What a decision is compiled for: the scenario asked about, and the calibrated baseline it is compared with. */
export interface DecisionContext extends ProductContext {
  readonly scenario: Scenario;
  readonly baseline: Scenario;
}

/** One of the things an agent may end with. */
export interface Outcome {
  readonly id: string;
  readonly label: string;
  /** How a sentence names it. */
  readonly noun: string;
}

/** A number that an agent ends with. */
export interface Measure {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** Beyond which it cannot lie, nor its mean; infinite where nothing bounds it. */
  readonly bounds: readonly [number, number];
}

/** Groups that the model itself puts agents into, such as latent classes. Its id names the column of the run that says who is where. */
export interface Grouping {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly { readonly id: string; readonly label: string }[];
}

/** A share of the agents along steps: adopted by each year, still without work after each fortnight, willing to pay each price. */
export interface Curve {
  readonly id: string;
  readonly label: string;
  /** What the steps count: `year`, `AUD`. */
  readonly step_unit: string;
  readonly steps: readonly number[];
}

/** Of all agents, how many are counted at one step of a curve under the scenario, under the baseline, and under both. */
export interface CurveCount {
  readonly count: number;
  readonly baseline: number;
  readonly both: number;
}

/** Columns with one row for each agent, and for decisions in steps, columns with one row for each event. */
export interface DecisionOutput {
  readonly columns: Column[];
  readonly events: Column[];
}

/**
 * Means over agents, without the luck of the draw where a family can do without it: outcome shares, then means of the measures, then the
 * points of the curves, in the family's order.
 */
export interface Expectation {
  readonly scenario: Float64Array;
  readonly baseline: Float64Array;
}

export interface CompiledDecision {
  /**
   * Decides for all agents of the situation, under the scenario and under the baseline with the same luck. Pure.
   *
   * Columns it must give: `outcome` and `baseline_outcome` (categories: the outcomes' ids), `probability.<outcome>` and
   * `baseline_probability.<outcome>`, for each measure `measure.<id>`, `baseline_measure.<id>`; besides, what a transcript needs to be told.
   */
  run(situation: Situation): DecisionOutput;
  /** Expectations at other values of the coefficients, one for each set given; its cost should not be that of `run`. Pure. */
  expect(situation: Situation, draws: readonly Coefficients[]): Expectation[];
}

/** A family of models: one folder that checks its part of a definition, compiles it, runs it, explains one agent and fits it to data. */
export interface DecisionFamily<Decision> {
  /** Agents meet each other: they cannot be run a part at a time, and their luck is not their own alone. */
  readonly interacting: boolean;
  /** How messages call an equation of the linear model: `alternative`, `equation`. */
  readonly equationWord: string;
  /** How a transcript gives reasons: comparing alternatives, or with what is typical of the population. */
  readonly reasons: 'compared' | 'typical';
  /** Numbers of the run that terms may read: `period`, `exposure`. */
  readonly states: readonly string[];
  /** The terms, which `parseDefinition` checks for every family. */
  linear(decision: Decision): LinearModel;
  /** Checks what is the family's own. */
  check(list: IssueList, decision: Decision, references: References): void;
  outcomes(decision: Decision): readonly Outcome[];
  /** @param parameters those of the definition, whose own bounds may bound a measure */
  measures(decision: Decision, parameters: readonly Parameter[]): readonly Measure[];
  curves(decision: Decision): readonly Curve[];
  /** Segments of the summary besides those of the attributes. */
  groupings?(decision: Decision): readonly Grouping[];
  compile(decision: Decision, context: DecisionContext): CompiledDecision;
  /** The counts of each step of each curve, from the columns of a whole run. */
  countCurves(decision: Decision, decided: Readonly<DecisionOutput>): CurveCount[][];
  /** Makes what tells one agent, by its index, in sentences. */
  transcriber(
    definition: WorkflowOf<Decision>,
    scenario: Scenario,
    decided: Readonly<DecisionOutput>,
  ): (index: number) => string[];
}
