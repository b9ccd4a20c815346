import type { ModelComparison } from '../../../model/definition.js';
import { textTable } from './calibration-text.js';

type ComparedModel = ModelComparison['models'][number];

/** The comparison of two models as a table and their tests. */
export function comparisonText(
  { sample, observations, models, likelihood_ratio: ratio, vuong }: ModelComparison,
  names: readonly [string, string],
): string {
  const line = (name: string, of: (own: ComparedModel) => number | null | undefined, digits: number) => {
    const values = models.map((own) => of(own) ?? null);
    return values.every((value) => value === null) ? [] : [[name, ...values.map((one) => one?.toFixed(digits) ?? '')]];
  };
  const scores = Object.keys(models[0].held_out).filter((id) => id in models[1].held_out);
  const table = textTable([
    [`${observations.toLocaleString('en')} observations (${sample})`, ...names],
    ...line('Parameters', ({ parameters }) => parameters, 0),
    ...line('Log-likelihood', ({ log_likelihood }) => log_likelihood, 3),
    ...line('McFadden R²', ({ mcfadden_r2 }) => mcfadden_r2, 4),
    ...line('AIC', ({ aic }) => aic, 2),
    ...line('BIC', ({ bic }) => bic, 2),
    ...line('Held-out log-likelihood', ({ held_out_log_likelihood: value }) => value, 3),
    ...scores.flatMap((id) => line(`Held-out ${id.replaceAll('_', ' ')}`, ({ held_out }) => held_out[id], 4)),
  ]);
  return [table, ratioText(ratio, models, vuong !== null), ...(vuong ? [vuongText(vuong, names)] : [])].join('\n\n');
}

function ratioText(
  ratio: ModelComparison['likelihood_ratio'],
  models: ModelComparison['models'],
  hasVuong: boolean,
): string {
  if (ratio) {
    const { statistic, degrees_of_freedom: freedom, p } = ratio;
    const degrees = freedom === 1 ? '1 degree' : `${freedom} degrees`;
    return `Likelihood ratio: ${statistic.toFixed(2)} with ${degrees} of freedom, ${probabilityText(p)}, if the model with fewer parameters is a special case of the other. The test is conservative for nests and random coefficients.`;
  }
  if (models.some(({ aic }) => aic === null))
    return 'No likelihood ratio test: at least one model has priors or sampling weights, so its estimates do not maximize the likelihood. Compare the held-out scores.';
  return models[0].parameters === models[1].parameters
    ? 'No likelihood ratio test: both models have the same number of parameters.'
    : `No likelihood ratio test: the models are not nested, because neither is a special case of the other. Compare AIC, BIC and the held-out scores${hasVuong ? ", and see Vuong's test" : ''}.`;
}

function vuongText(
  { z, p, clusters }: NonNullable<ModelComparison['vuong']>,
  [first, second]: readonly [string, string],
): string {
  const result = `Vuong's test: z = ${z.toFixed(2)}, ${probabilityText(p)}, from ${clusters.toLocaleString('en')} independent observations.`;
  return p < 0.05
    ? `${result} ${z > 0 ? first : second} fits better.`
    : `${result} The test does not show which one fits better.`;
}

const probabilityText = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`);
