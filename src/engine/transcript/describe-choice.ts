import { type Narrative } from '../definition/narrative.schema.js';
import { type Outcome } from '../model/decision-family.js';
import { asSentence, fillTemplate } from './template.js';

// Lead of the outcome over the second, in units of the predictor, its own luck included.
const TOSS_UP = 0.25;
const CLOSE = 0.8;
const CLEAR = 2;

/** How an outcome came about. */
export interface ExplainedChoice {
  readonly outcome: Outcome;
  /** The outcome that came second; nothing where there was no other. */
  readonly second: Outcome | undefined;
  /** By how much the outcome leads the second, with all luck and without: in units of the predictor. */
  readonly lead: number;
  readonly explainedLead: number;
  /** Where outcomes lie on a scale: which way luck moved the agent from the second to its own. */
  readonly moved?: 'raise' | 'lower';
  /** The chance of the outcome. */
  readonly probability: number;
}

/** What the agent chose, how close it was, and how usual that is. */
export function describeChoice({ outcome: sentences, peers }: Narrative, decision: ExplainedChoice): string {
  const { outcome, second, lead, probability } = decision;
  const choice = fillTemplate(sentences.chosen, { alternative: outcome.noun });
  const usual = describePeers(peers, probability);
  if (!second) return `${asSentence(choice)} ${usual}`;
  const luck = tellLuck(outcome.noun, second.noun, decision);
  return [...luck, asSentence(`${choice}, ${closeness(lead)}`), usual].join(' ');
}

/** What the model does not know of the agent, where it decided the choice or nearly did. */
function tellLuck(chosen: string, other: string, { explainedLead: knownLead, lead, moved }: ExplainedChoice): string[] {
  if (knownLead < 0) {
    const [first, verb] = moved ? [`it would be ${other}`, moved] : [`${other} comes out ahead`, 'tip'];
    return [
      asSentence(
        `by these reasons alone ${first}, but reasons of my own, which nobody asked about, ${verb} it to ${chosen}`,
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
export function describePeers(peers: string, probability: number): string {
  const ofHundred = Math.min(99, Math.max(1, Math.round(probability * 100)));
  const only = ofHundred <= 33 ? 'only about' : 'about';
  return asSentence(`${only} ${ofHundred} of 100 ${peers} would do the same`);
}

/** What the agent would have done at the calibrated baseline, where the scenario differs from it. */
export function describeBaseline({ baseline, outcome: sentences }: Narrative, usual: Outcome, isSame: boolean): string {
  const would = fillTemplate(sentences.would_have, { alternative: usual.noun });
  return asSentence(`${baseline}, ${would}${isSame ? ' too' : ''}`);
}
