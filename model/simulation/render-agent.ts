import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import type { DecisionOutput } from '../equations/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { columnFinder } from '../transcript/stored-agents.js';
import { limitTranscript, transcriptBytes, withShortTexts } from '../transcript/text-limits.js';
import { paragraphTexts } from '../transcript/template.js';

/** One agent in API responses. */
export interface RenderedAgent {
  agent_id: string;
  index: number;
  attributes: Readonly<Record<string, string | number>>;
  outcome: string;
  baseline_outcome: string;
  probabilities: Record<string, number>;
  /** Values of the measures under the scenario and at the baseline, by measure id. */
  measures: Record<string, { value: number; baseline: number }>;
  /**
   * Paragraphs: the agent, its situation, its reasons, its outcome, its baseline outcome, and the smallest change that alters the outcome. At
   * most 16 KiB.
   */
  transcript: string[];
}

/** Fields of an agent, in the order of responses. */
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

/** Id of an agent. `agent_000017` has the same attributes in every simulation of a workflow and seed. */
export function agentId(index: number): string {
  return `agent_${String(index).padStart(6, '0')}`;
}

/**
 * Makes a function that renders agents of one simulation from its stored columns. Create it once per simulation, because it compiles the
 * model.
 *
 * @param decided columns and events from `simulate`; only the transcript reads the events
 * @param fields fields to render; the transcript is by far the most expensive
 * @returns a function from an agent's index to the agent; it throws EngineError `invalid_argument` for an index without an agent
 */
export function agentRenderer<Field extends AgentField = AgentField>(
  definition: WorkflowDefinition,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
  fields: readonly Field[] = agentFields as readonly AgentField[] as readonly Field[],
): (index: number) => Pick<RenderedAgent, Field> {
  const { length } = columnFinder(decided.columns)('outcome').values;
  const parts = fields.map((field) => [field, partOf(field, definition, scenario, decided)] as const);
  return (index) => {
    if (!Number.isInteger(index) || index < 0 || index >= length) {
      throw new EngineError('invalid_argument', `There is no agent ${index}.`, { index });
    }
    return Object.fromEntries(parts.map(([field, part]) => [field, part(index)])) as Pick<RenderedAgent, Field>;
  };
}

/**
 * Returns the UTF-8 bytes of the longest transcript of the first agents, before it is limited.
 *
 * @param decided columns and events from `simulate`
 */
export function longestTranscriptBytes(
  definition: WorkflowDefinition,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
  agentCount: number,
): number {
  const transcribe = familyOf(definition.decision).transcriber(definition, scenario, decided);
  let longest = 0;
  for (let index = 0; index < agentCount; index++) {
    longest = Math.max(longest, transcriptBytes(paragraphTexts(transcribe(index))));
  }
  return longest;
}

type Part = (index: number) => RenderedAgent[AgentField];

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
  const outcomeReader = (name: string) => {
    const { values } = named(name);
    return (index: number) => ids[values[index]!]!;
  };
  switch (field) {
    case 'agent_id':
      return agentId;
    case 'index':
      return (index) => index;
    case 'attributes':
      return valuesReader<string | number>(
        definition.population.attributes.map(({ id }) => {
          const { values, categories } = named(`attribute.${id}`);
          return [id, categories ? (index) => categories[values[index]!]! : (index) => values[index]!];
        }),
      );
    case 'outcome':
      return outcomeReader('outcome');
    case 'baseline_outcome':
      return outcomeReader('baseline_outcome');
    case 'probabilities':
      return valuesReader(
        ids.map((id) => {
          const { values } = named(`probability.${id}`);
          return [id, (index) => values[index]!];
        }),
      );
    case 'measures':
      return valuesReader(
        family.measures(decision, definition.scenario.parameters).map(({ id }) => {
          const [{ values }, baseline] = [named(`measure.${id}`), named(`baseline_measure.${id}`).values];
          return [id, (index) => ({ value: values[index]!, baseline: baseline[index]! })];
        }),
      );
    case 'transcript': {
      const transcribe = family.transcriber(withShortTexts(definition), scenario, decided);
      return (index) => limitTranscript(paragraphTexts(transcribe(index)));
    }
  }
}

function valuesReader<Value>(
  readers: readonly (readonly [string, (index: number) => Value])[],
): (index: number) => Record<string, Value> {
  return (index) => Object.fromEntries(readers.map(([key, valueOf]) => [key, valueOf(index)]));
}
