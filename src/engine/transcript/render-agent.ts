import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type Decided } from '../families/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { columnFinder, recordReader } from './agent-record.js';

/** One agent as the API shows it. */
export interface RenderedAgent {
  agent_id: string;
  index: number;
  attributes: Readonly<Record<string, string | number>>;
  outcome: string;
  baseline_outcome: string;
  probabilities: Record<string, number>;
  /** The numbers it ends with, by measure, and those it would have ended with at the baseline. */
  measures: Record<string, { value: number; baseline: number }>;
  /** Who it is, what it saw, what it weighed, what it chose, what it did at the baseline, what would have changed its mind. */
  transcript: string[];
}

/** Agent 17 is `agent_000017` in every simulation of a workflow and seed, and the same person. */
export function agentId(index: number): string {
  return `agent_${String(index).padStart(6, '0')}`;
}

/**
 * Makes a function that renders agents of one simulation from its stored columns. Make it once for all agents: it compiles the model.
 *
 * @param decided columns and events as `simulate` gave them
 * @returns for an agent's index, the agent; it throws EngineError `invalid_argument` for an index that is not there
 */
export function agentRenderer(
  definition: WorkflowDefinition,
  scenario: Scenario,
  decided: Readonly<Decided>,
): (index: number) => RenderedAgent {
  const { decision } = definition;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision).map(({ id }) => id);
  const measures = family.measures(decision).map(({ id }) => id);
  const named = columnFinder(decided.columns);
  const read = recordReader(definition, scenario, decided.columns);
  const tell = family.transcriber(definition, scenario, decided);
  const at = (name: string, index: number) => named(name).values[index]!;
  return (index) => {
    const agent = read(index);
    return {
      agent_id: agentId(index),
      index,
      attributes: agent.attributes,
      outcome: outcomes[agent.outcome]!,
      baseline_outcome: outcomes[agent.baselineOutcome]!,
      probabilities: Object.fromEntries(outcomes.map((id) => [id, at(`probability.${id}`, index)])),
      measures: Object.fromEntries(
        measures.map((id) => [
          id,
          { value: at(`measure.${id}`, index), baseline: at(`baseline_measure.${id}`, index) },
        ]),
      ),
      transcript: tell(index),
    };
  };
}
