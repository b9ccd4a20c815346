import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type AgentRecord } from './agent-record.js';
import { asSentence, fillTemplate } from './template.js';

// Lead of the alternative chosen over the second, in units of utility, its own luck included.
const TOSS_UP = 0.25;
const CLOSE = 0.8;
const CLEAR = 2;

/** The available alternative other than the one chosen with the greatest utility plus error; nothing where there is none. */
export function runnerUp(agent: AgentRecord): number | undefined {
  let best: number | undefined;
  agent.utilities.forEach((_, k) => {
    if (k === agent.outcome || !agent.available[k]) return;
    if (best === undefined || scoreOf(agent, k) > scoreOf(agent, best)) best = k;
  });
  return best;
}

export function scoreOf(agent: AgentRecord, alternative: number): number {
  return agent.utilities[alternative]! + agent.errors[alternative]!;
}

/** What the agent chose, how close it was, and how usual that is. */
export function tellChoice(definition: WorkflowDefinition, agent: AgentRecord, second: number | undefined): string {
  const { decision, narrative } = definition;
  const chosen = decision.alternatives[agent.outcome]!.noun;
  const choice = fillTemplate(narrative.outcome.chosen, { alternative: chosen });
  const peers = tellPeers(narrative.peers, agent.probabilities[agent.outcome]!);
  if (second === undefined) return `${asSentence(choice)} ${peers}`;
  const lead = scoreOf(agent, agent.outcome) - scoreOf(agent, second);
  const luck = tellLuck(
    chosen,
    decision.alternatives[second]!.noun,
    agent.utilities[agent.outcome]! - agent.utilities[second]!,
    lead,
  );
  return [...luck, asSentence(`${choice}, ${closeness(lead)}`), peers].join(' ');
}

/** What the model does not know of the agent, where it decided the choice or nearly did. */
function tellLuck(chosen: string, other: string, knownLead: number, lead: number): string[] {
  if (knownLead < 0) {
    return [
      asSentence(
        `by these reasons alone ${other} comes out ahead, but reasons of my own, which nobody asked about, tip it to ${chosen}`,
      ),
    ];
  }
  return lead < CLOSE && knownLead - lead > CLOSE
    ? [asSentence(`reasons of my own, which nobody asked about, pull me towards ${other}`)]
    : [];
}

function closeness(lead: number): string {
  if (lead < TOSS_UP) return 'and it is almost a toss-up';
  if (lead < CLOSE) return 'and it is close';
  return lead < CLEAR ? 'and it is not very close' : 'without hesitation';
}

/** The chance of the choice as people out of a hundred: it never says none or all. */
function tellPeers(peers: string, probability: number): string {
  const ofHundred = Math.min(99, Math.max(1, Math.round(probability * 100)));
  const only = ofHundred <= 33 ? 'only about' : 'about';
  return asSentence(`${only} ${ofHundred} of 100 ${peers} would do the same`);
}

/** What the agent would have done at the calibrated baseline, where the scenario differs from it. */
export function tellBaseline(definition: WorkflowDefinition, agent: AgentRecord): string {
  const { decision, narrative } = definition;
  const would = fillTemplate(narrative.outcome.would_have, {
    alternative: decision.alternatives[agent.baselineOutcome]!.noun,
  });
  return asSentence(`${narrative.baseline}, ${would}${agent.baselineOutcome === agent.outcome ? ' too' : ''}`);
}
