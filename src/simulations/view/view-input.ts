import {
  type Scenario,
  type ScenarioWarning,
  type WorkflowDefinition,
  numericParameters,
} from '../../../model/definition.js';
import type { ElasticitiesRecord, WelfareRecord } from '../../readings/indicators/indicators.record.js';
import type { AdjustmentsRecord } from '../../saved/adjustments/adjustment.schema.js';
import type { AnalyzedEffects } from '../../readings/effects/effects.record.js';
import type { SimulationRecord } from '../simulation.record.js';
import type { SegmentGroupRecord, SummaryRecord } from '../summary.schema.js';
import type { ExampleAgent } from './example-agents.js';

/** A completed simulation, or two compared ones, with what its view shows. */
export interface ViewInput {
  id: string;
  name: string | null;
  completedAt: string;
  definition: WorkflowDefinition;
  definitionDigest: string;
  engineVersion: string | null;
  /** Adjustments of the published workflow. Null if there are none. */
  adjustments: AdjustmentsRecord;
  scenario: Scenario;
  warnings: ScenarioWarning[];
  seed: number;
  agentCount: number;
  digest: string;
  /** If `compared` is set, the values of the baseline are the values of the other simulation. */
  summary: SummaryRecord;
  /** Null if the request named the workflow. */
  routedVia: SimulationRecord['routed_via'];
  /** Null if the results of the agents are not available. Undefined if the view must not show agents, as for third parties. */
  agents: ExampleAgent[] | null | undefined;
  /** Elasticities and the welfare change. Null in a comparison, and if they do not exist or the results are not available. */
  indicators: ViewIndicators | null;
  /** Effects of the scenario on the headline by group. Null like `indicators`, and if the scenario is the baseline or agents interact. */
  effects: AnalyzedEffects | null;
  /** The other simulation of a comparison. Null for one simulation. */
  compared: ComparedSimulation | null;
  /** Groups of agents to which the view is restricted. Null if it contains all agents. */
  selection: Selection | null;
  /** The groups that the question names. Null or undefined if it names none. */
  askedGroups?: AskedGroups | null;
}

/** The groups of agents that a question names, and their results. */
export interface AskedGroups {
  /** The groups in words: `Sex: Female`. */
  labels: string[];
  /** Null if no agent is in the groups, or the results of the agents have expired. */
  figures: Pick<SegmentGroupRecord, 'outcomes' | 'outcome_groups' | 'measures'> | null;
}

export interface Selection {
  groups: Readonly<Record<string, readonly string[]>>;
  labels: string[];
}

export interface ViewIndicators {
  elasticities: ElasticitiesRecord;
  /** Null for a workflow without alternatives. */
  welfare: WelfareRecord | null;
}

export interface ComparedSimulation extends Pick<
  ViewInput,
  'id' | 'name' | 'scenario' | 'warnings' | 'agentCount' | 'digest'
> {
  /** Whether its scenario was evaluated on the agents of the first simulation, because it ran with other agents. */
  isEvaluated: boolean;
}

/** More parameters would make the report slow and long. The API returns all. */
const maxParameters = 12;

/** Returns the ids of the numeric parameters in the report: those that the scenario changes, then the others in their order. */
export function parametersOfInterest({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): string[] {
  const known = numericParameters(parameters);
  const isChanged = ({ id, default: value }: (typeof known)[number]) => scenario[id] !== value;
  return [...known.filter(isChanged), ...known.filter((one) => !isChanged(one))]
    .slice(0, maxParameters)
    .map(({ id }) => id);
}
