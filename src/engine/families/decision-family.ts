import { type Column } from '../columns/column.js';
import { type IssueList } from '../definition/checks/issue-list.js';
import { type References } from '../definition/checks/references.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type People } from '../population/people.js';
import { type ProductContext } from '../products/compile-products.js';
import { type StreamKey } from '../rng/stream-key.js';

/** What a decision is compiled for: the scenario asked about, and the calibrated baseline it is compared with. */
export interface DecisionContext extends ProductContext {
  readonly scenario: Scenario;
  readonly baseline: Scenario;
}

/** The agents [from, to) and the world that each of them meets. */
export interface Situation {
  readonly key: StreamKey;
  readonly from: number;
  readonly to: number;
  readonly people: People;
  /** By assignment, 1 or 0 for each agent: under the scenario, and under the baseline. */
  readonly assigned: { readonly scenario: readonly Uint8Array[]; readonly baseline: readonly Uint8Array[] };
}

export interface CompiledDecision {
  /** Decides for all agents of the situation, under the scenario and under the baseline with the same luck. Pure. */
  run(situation: Situation): Column[];
}

/** A family of models: one folder that checks its part of a definition, compiles it, runs it and explains one agent. */
export interface DecisionFamily<Decision> {
  check(list: IssueList, decision: Decision, references: References): void;
  compile(decision: Decision, context: DecisionContext): CompiledDecision;
}
