// Simulates in a thread of the browser, with the code of the service.
import { resolveScenario, type WorkflowDefinition } from '../../../model/definition.js';
import {
  adjustDefinition,
  parameterQuantities,
  parametersOfPlaces,
  parseDefinition,
  peopleOf,
  productRevenuesOf,
  simulate,
} from '../../../model/simulate.js';
import type { EngineMessage, EngineReply, EngineRequest, EngineResult } from './engine-messages';

let definition: WorkflowDefinition | undefined;
type Agents = ReturnType<typeof peopleOf>;
/** The latest adjusted definition, with the agents of the latest simulation of it. Sliders change neither. */
let latest:
  | { key: string; adjusted: WorkflowDefinition; hasProducts: boolean; agentCount: number; people?: Agents }
  | undefined;

function adjustedFor({ adjustments, seed, agentCount }: EngineRequest) {
  const { targetAgentCount, ...requested } = adjustments;
  const key = JSON.stringify([adjustments, seed]);
  if (latest?.key !== key) {
    const adjusted = adjustDefinition(definition!, requested, { seed, agentCount: targetAgentCount }).definition;
    const hasProducts = (requested.alternatives?.products ?? []).length > 0;
    latest = { key, adjusted, hasProducts, agentCount: 0 };
  }
  if (latest.agentCount < agentCount) delete latest.people;
  return latest;
}

/** Whether the scenario offers products in place of an alternative: a part of the survey, without a share. */
function isReplaced({ decision }: WorkflowDefinition, outcome: string): boolean {
  if (decision.family !== 'conditional_logit' || !latest?.hasProducts) return false;
  return decision.alternatives.some(({ id, offered_in: side }) => id === outcome && side === 'baseline');
}

function resultOf(request: EngineRequest): EngineResult {
  const start = performance.now();
  const { seed, agentCount, parameterDraws } = request;
  const own = adjustedFor(request);
  const resolution = resolveScenario(own.adjusted, request.values);
  if (!resolution.ok) throw new Error(resolution.issues.map(({ path, message }) => `${path} ${message}`).join('; '));
  const { scenario } = resolution;
  const output = simulate({
    ...{ definition: own.adjusted, scenario, seed, agentCount, parameterDraws },
    ...(own.people && { people: own.people }),
  });
  if (!own.people) Object.assign(own, { people: peopleOf(output.columns), agentCount });
  const { outcome_groups, measures } = output.summary;
  const outcomes = output.summary.outcomes.filter(({ id }) => !isReplaced(own.adjusted, id));
  // The API rounds the same numbers.
  const summary = { outcomes, outcome_groups, measures } as unknown as EngineResult['summary'];
  const products = request.adjustments.alternatives?.products ?? [];
  const revenue = productRevenuesOf(definition!, products, outcomes, request.unitCosts);
  return { summary, digest: output.digest, milliseconds: performance.now() - start, ...(revenue && { revenue }) };
}

function replyTo(message: EngineMessage): EngineReply {
  try {
    if ('request' in message) return { result: resultOf(message.request) };
    definition = parseDefinition(message.definition);
    return { quantities: parameterQuantities(definition), ofPlaces: parametersOfPlaces(definition) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const reply = (message: EngineReply) => (postMessage as (message: EngineReply) => void)(message);
addEventListener('message', ({ data }: MessageEvent<EngineMessage>) => reply(replyTo(data)));
