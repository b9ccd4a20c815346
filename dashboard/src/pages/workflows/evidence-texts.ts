import { formatCount, formatNumber, formatPoints } from '../../format/numbers';
import { inWords } from '../../workflow/labels';
import type { CaseStudyEntry } from '../../workflow/use-workflow';

const scores: Record<string, string> = {
  log_loss: 'Log loss',
  brier: 'Brier score',
  accuracy: 'Accuracy',
  auc: 'AUC',
  mean_absolute_error: 'Mean absolute error',
  root_mean_squared_error: 'Root mean squared error',
};

export function scoreLabel(id: string): string {
  return scores[id] ?? inWords(id);
}

/** The held-out result in one sentence. */
export function heldOutText({ total_variation, held_out_observations, score }: CaseStudyEntry['evidence']): string {
  const count = formatCount(held_out_observations);
  if (total_variation !== undefined)
    return `Shares off by ${formatPoints(total_variation).replace('+', '')} in total, for ${count} observations`;
  const against = score.null_value === undefined ? '' : `, against ${formatNumber(score.null_value)} without the model`;
  return `${scoreLabel(score.id)} ${formatNumber(score.value)}${against}, for ${count} observations`;
}

/** A p-value with three decimals. */
export const formatProbability = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));
