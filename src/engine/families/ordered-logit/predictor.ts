import { type LinearModel, indexModel } from '../../model/linear-model.js';
import { type OrderedLogit } from './schema.js';

/** How the one equation is called. */
export const PREDICTOR = 'predictor';

export function predictorOf(decision: OrderedLogit): LinearModel {
  return indexModel(decision, PREDICTOR, decision.thresholds);
}
