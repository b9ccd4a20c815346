import { headlineOf } from '../headline.js';
import { number, percent, sentences } from './format-numbers.js';
import { populationOf } from './held-out-population.js';
import type { ViewInput } from './view-input.js';

/**
 * Why the baseline has another level than the data, with the observed headline figure of both groups of respondents. Empty if the baseline
 * has the mix of the data. A part of the agents has other values than all respondents, so that its text has the reason only.
 */
export function baselineTexts(input: Pick<ViewInput, 'definition' | 'summary' | 'selection'>): string[] {
  const { definition, summary } = input;
  const { baseline } = definition.evidence;
  if (baseline?.reason === undefined) return [];
  const reason = sentences(baseline.reason);
  const { kind, figure } = headlineOf(definition, summary);
  const found = baseline.figures.find(({ id, step }) => id === figure.id && step === undefined);
  if (found?.observed_all === undefined || populationOf(input).length > 0) return [reason];
  const format = kind === 'share' ? percent : number;
  return [
    `${reason} Observed for “${figure.label}”: ${format(found.observed)} among respondents in the baseline scenario, ${format(found.observed_all)} among all respondents.`,
  ];
}
