import { type Column } from '../columns/column.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { compileExplainer, explain } from '../families/conditional-logit/explain.js';
import { compileLevers } from '../families/conditional-logit/levers.js';
import { type AgentRecord, recordReader } from './agent-record.js';
import { runnerUp, tellBaseline, tellChoice } from './tell-choice.js';
import { smallestTip, tellLever } from './tell-lever.js';
import { tellPerception } from './tell-perception.js';
import { tellPerson } from './tell-person.js';
import { tellWeighing } from './tell-weighing.js';

/** One agent as the API shows it. */
export interface RenderedAgent {
  agent_id: string;
  index: number;
  attributes: Readonly<Record<string, string | number>>;
  outcome: string;
  baseline_outcome: string;
  probabilities: Record<string, number>;
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
 * @param columns as `simulate` gave them
 * @returns for an agent's index, the agent; it throws EngineError `invalid_argument` for an index that is not there
 */
export function agentRenderer(
  definition: WorkflowDefinition,
  scenario: Scenario,
  columns: readonly Column[],
): (index: number) => RenderedAgent {
  const read = recordReader(definition, scenario, columns);
  const tell = transcriber(definition, scenario);
  const outcomes = definition.decision.alternatives.map(({ id }) => id);
  return (index) => {
    const agent = read(index);
    return {
      agent_id: agentId(index),
      index,
      attributes: agent.attributes,
      outcome: outcomes[agent.outcome]!,
      baseline_outcome: outcomes[agent.baselineOutcome]!,
      probabilities: Object.fromEntries(outcomes.map((id, k) => [id, agent.probabilities[k]!])),
      transcript: tell(agent),
    };
  };
}

function transcriber(definition: WorkflowDefinition, scenario: Scenario): (agent: AgentRecord) => string[] {
  const { decision } = definition;
  const context = { attributes: definition.population.attributes, assignments: definition.scenario.assignments };
  const explainer = compileExplainer(decision, context, scenario);
  const levers = compileLevers(definition, context, scenario);
  const areAllSolved = levers.every(({ kind }) => kind !== 'curved');
  const isBaseline = definition.scenario.parameters.every(({ id, default: usual }) => scenario[id] === usual);
  return (agent) => {
    const explanation = explain(explainer, agent.person, agent.assigned);
    const second = runnerUp(agent);
    const tip = smallestTip(definition, scenario, levers, explainer.utilities, agent, explanation);
    const pair = second !== undefined && {
      chosen: decision.alternatives[agent.outcome]!,
      other: decision.alternatives[second]!,
    };
    return [
      tellPerson(definition, agent),
      tellPerception(definition, agent, explanation),
      ...(pair ? tellWeighing(definition, explanation, pair) : []),
      tellChoice(definition, agent, second),
      ...(isBaseline ? [] : [tellBaseline(definition, agent)]),
      tellLever(definition, tip, areAllSolved),
    ];
  };
}
