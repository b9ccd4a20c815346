import { log } from '../math/elementary.js';
import type { WorkflowDefinition } from './definition.schema.js';

/** Measures of the fit of one model. */
export interface FitMeasures {
  readonly sample: 'full' | 'train';
  readonly observations: number;
  /** Estimated parameters. */
  readonly parameters: number;
  readonly logLikelihood: number;
  /** Compared with the model that has constants only. */
  readonly mcfaddenR2: number | undefined;
  /** Akaike's information criterion, 2k - 2 ln L: lower is better. Undefined with priors and sampling weights, whose fit does not maximize the likelihood. */
  readonly aic: number | undefined;
  /** Bayesian information criterion, k ln n - 2 ln L: lower is better. Undefined with priors and sampling weights. */
  readonly bic: number | undefined;
}

/**
 * Measures of the fit of a definition; undefined without a fit of the sample.
 * Sources: Akaike, "A new look at the statistical model identification" (1974); Schwarz, "Estimating the dimension of a model" (1978).
 */
export function fitMeasures(
  { decision, evidence }: WorkflowDefinition,
  sample: FitMeasures['sample'],
): FitMeasures | undefined {
  const fit = evidence.fits.find((own) => own.sample === sample);
  if (!fit) return undefined;
  const { log_likelihood: logLikelihood, observations, null_models: nulls } = fit;
  const parameters = decision.coefficients.filter(({ fixed }) => !fixed).length;
  const isLikelihood =
    evidence.data.effective_respondents === undefined && !evidence.estimates.some(({ prior }) => prior);
  const criterion = (penalty: number) => (isLikelihood ? penalty * parameters - 2 * logLikelihood : undefined);
  return {
    sample,
    observations,
    parameters,
    logLikelihood,
    mcfaddenR2: nulls.find(({ id }) => id === 'constants_only')?.mcfadden_r2,
    aic: criterion(2),
    bic: criterion(log(observations)),
  };
}
