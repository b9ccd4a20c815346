import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type DecisionOutput } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { columnFinder, recordReader, type AgentRecord } from '../transcript/agent-record.js';

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

/** The parts that an agent is shown by, in their order. */
export const agentFields = [
  'agent_id',
  'index',
  'attributes',
  'outcome',
  'baseline_outcome',
  'probabilities',
  'measures',
  'transcript',
] as const satisfies readonly (keyof RenderedAgent)[];
export type AgentField = (typeof agentFields)[number];

/** Agent 17 is `agent_000017` in every simulation of a workflow and seed, and the same person. */
export function agentId(index: number): string {
  return `agent_${String(index).padStart(6, '0')}`;
}

/**
 * Makes a function that renders agents of one simulation from its stored columns. Make it once for all agents: it compiles the model.
 *
 * @param decided columns and events as `simulate` gave them; the events are read for the transcript alone
 * @param fields the parts wanted; of all, the transcript costs the most by far
 * @returns for an agent's index, the agent; it throws EngineError `invalid_argument` for an index that is not there
 */
export function agentRenderer<Field extends AgentField = AgentField>(
  definition: WorkflowDefinition,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
  fields: readonly Field[] = agentFields as readonly AgentField[] as readonly Field[],
): (index: number) => Pick<RenderedAgent, Field> {
  const read = recordReader(definition, scenario, decided.columns);
  const parts = fields.map((field) => [field, partOf(field, definition, scenario, decided)] as const);
  return (index) => {
    const agent = read(index);
    return Object.fromEntries(parts.map(([field, part]) => [field, part(agent)])) as Pick<RenderedAgent, Field>;
  };
}

type Part = (agent: AgentRecord) => RenderedAgent[AgentField];

function partOf(
  field: AgentField,
  definition: WorkflowDefinition,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): Part {
  const { decision } = definition;
  const family = familyOf(decision);
  const ids = family.outcomes(decision).map(({ id }) => id);
  const named = columnFinder(decided.columns);
  switch (field) {
    case 'agent_id':
      return ({ index }) => agentId(index);
    case 'index':
      return ({ index }) => index;
    case 'attributes':
      return ({ attributes }) => attributes;
    case 'outcome':
      return ({ outcome }) => ids[outcome]!;
    case 'baseline_outcome':
      return ({ baselineOutcome }) => ids[baselineOutcome]!;
    case 'probabilities': {
      const columns = ids.map((id) => [id, named(`probability.${id}`).values] as const);
      return ({ index }) => Object.fromEntries(columns.map(([id, values]) => [id, values[index]!]));
    }
    case 'measures': {
      const columns = family.measures(decision, definition.scenario.parameters).map(({ id }) => {
        const [{ values }, baseline] = [named(`measure.${id}`), named(`baseline_measure.${id}`).values];
        return [id, (index: number) => ({ value: values[index]!, baseline: baseline[index]! })] as const;
      });
      return ({ index }) => Object.fromEntries(columns.map(([id, at]) => [id, at(index)]));
    }
    case 'transcript': {
      const tell = family.transcriber(definition, scenario, decided);
      return ({ index }) => tell(index);
    }
  }
}
