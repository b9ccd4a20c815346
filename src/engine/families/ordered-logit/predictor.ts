import { type LinearModel, indexModel } from '../../model/linear-model.js';
import { spreadsOf } from '../../model/random-intercepts.js';
import type { OrderedLogit } from './ordered-logit.schema.js';

/** Name of the only equation. */
export const predictorEquation = 'predictor';

/** Returns the predictor of an ordered logit as a linear model. */
export function predictorOf(decision: OrderedLogit): LinearModel {
  return indexModel(decision, predictorEquation, [...decision.thresholds, ...spreadsOf(decision)]);
}
