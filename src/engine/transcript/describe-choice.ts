import type { Narrative } from '../definition/narrative.schema.js';
import type { Outcome } from '../model/decision-family.js';
import { asSentence, fillTemplate } from './template.js';

// Upper limits of the lead of an outcome over the second, in units of the predictor, random error included.
const verySmallMargin = 0.25;
const smallMargin = 0.8;
const moderateMargin = 2;

/** An outcome and its lead over the second outcome. */
export interface ExplainedChoice {
  readonly outcome: Outcome;
  /** Second-ranked outcome; undefined if only one outcome is available. */
  readonly second: Outcome | undefined;
  /** Lead of the outcome over the second, random error included, in units of the predictor. */
  readonly lead: number;
  /** Lead without the random error; negative if the random error changed the outcome. */
  readonly explainedLead: number;
  /** Direction in which the random error moved the agent away from the second outcome. Only for ordered outcomes. */
  readonly moved?: 'raise' | 'lower';
  /** Probability of the outcome. */
  readonly probability: number;
}

/** Describes the outcome, the role of the random error, the margin over the second outcome, and the outcome's probability. */
export function describeChoice({ outcome: sentences, peers }: Narrative, explained: ExplainedChoice): string {
  const { outcome, second, lead, probability } = explained;
  const choice = fillTemplate(sentences.chosen, { alternative: outcome.noun });
  const peerSentence = describePeers(peers, probability);
  if (!second) return `${asSentence(choice)} ${peerSentence}`;
  const randomError = describeRandomError(outcome.noun, second.noun, explained);
  return [...randomError, asSentence(`${choice}, by a ${marginLabel(lead)} margin`), peerSentence].join(' ');
}

/** Describes the random error if it changed the outcome or nearly did. */
function describeRandomError(chosen: string, other: string, { explainedLead, lead, moved }: ExplainedChoice): string[] {
  if (explainedLead < 0) {
    const verb = moved ? `${moved}s the outcome` : 'changes the outcome';
    return [
      `Without the random error, the model predicts ${other}.`,
      `The random error, which the model does not explain, ${verb} to ${chosen}.`,
    ];
  }
  return lead < smallMargin && explainedLead - lead > smallMargin
    ? [`The random error, which the model does not explain, favors ${other}.`]
    : [];
}

function marginLabel(lead: number): string {
  if (lead < verySmallMargin) return 'very small';
  if (lead < smallMargin) return 'small';
  return lead < moderateMargin ? 'moderate' : 'large';
}

/**
 * States a probability as a number of 100 peers, from 1 to 99.
 *
 * @param peers noun phrase from the narrative: `travelers like me`
 */
export function describePeers(peers: string, probability: number): string {
  const ofHundred = Math.min(99, Math.max(1, Math.round(probability * 100)));
  return asSentence(`about ${ofHundred} of 100 ${peers} would do the same`);
}

/** Describes the outcome at the calibrated baseline. Used if the scenario differs from the baseline. */
export function describeBaseline(
  { baseline, outcome: sentences }: Narrative,
  baselineOutcome: Outcome,
  isSame: boolean,
): string {
  const would = fillTemplate(sentences.would_have, { alternative: baselineOutcome.noun });
  return asSentence(`${baseline}, ${would}${isSame ? ' too' : ''}`);
}
