import type { Narrative } from '../definition/narrative.schema.js';
import { type OutcomeTexts, type Paragraph, type Sentence, sentence } from './template.js';

// Upper limits of the lead of an outcome over the second, in units of the predictor, random error included.
const verySmallMargin = 0.25;
const smallMargin = 0.8;
const moderateMargin = 2;

/** An outcome and its lead over the second outcome. Outcomes are indexes. */
export interface ExplainedChoice {
  readonly outcome: number;
  /** Outcome without the random error. */
  readonly predicted: number;
  /** Second-ranked outcome, random error included; undefined if only one outcome is available. */
  readonly second: number | undefined;
  /** Lead of the outcome over the second, random error included, in units of the predictor. */
  readonly lead: number;
  /** Lead over the second without the random error. */
  readonly explainedLead: number;
  /** Whether the outcomes are ordered from low to high. */
  readonly isOrdered?: boolean;
  /** Probability of the outcome. */
  readonly probability: number;
}

/** Describes the role of the random error, the outcome, the margin over the second outcome, and the outcome's probability. */
export function describeChoice(
  { peers }: Narrative,
  { chosen }: OutcomeTexts,
  nounOf: (outcome: number) => string,
  explained: ExplainedChoice,
): Paragraph {
  const { outcome, second, lead, probability } = explained;
  const choice = chosen(nounOf(outcome));
  if (second === undefined) return [sentence('outcome', choice), describeProbability(peers, probability)];
  return [
    ...describeRandomError(nounOf, second, explained),
    sentence('outcome', `${choice}, by a ${marginLabel(lead)} margin`),
    describeProbability(peers, probability),
  ];
}

function describeRandomError(
  nounOf: (outcome: number) => string,
  second: number,
  { outcome, predicted, explainedLead, lead, isOrdered }: ExplainedChoice,
): Sentence[] {
  if (predicted !== outcome) {
    const verb = isOrdered ? `${outcome > predicted ? 'raises' : 'lowers'} the outcome` : 'changes the outcome';
    const text = `Without the random error, the model predicts ${nounOf(predicted)}. The random error, which the model does not explain, ${verb} to ${nounOf(outcome)}.`;
    return [sentence('error_changes', text)];
  }
  const size = explainedLead - lead;
  if (lead >= smallMargin || size <= smallMargin) return [];
  const text = `The random error, which the model does not explain, favors ${nounOf(second)}.`;
  return [sentence('error_favors', text)];
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
export function describeProbability(peers: string, probability: number): Sentence {
  return sentence('probability', `${countOfHundred(probability)} of 100 ${peers} would do the same`);
}

/** Number of 100 peers for a probability: `about 63`, `fewer than 1`, `more than 99`. */
export function countOfHundred(probability: number): string {
  const ofHundred = Math.round(probability * 100);
  if (ofHundred < 1) return 'fewer than 1';
  return ofHundred > 99 ? 'more than 99' : `about ${ofHundred}`;
}

/** Describes the outcome at the calibrated baseline. Used if the scenario differs from the baseline. */
export function describeBaseline(
  { baseline }: Narrative,
  { wouldHave }: OutcomeTexts,
  noun: string,
  isSame: boolean,
): Sentence {
  return sentence('baseline', `${baseline}, ${wouldHave(noun)}${isSame ? ' too' : ''}`);
}
