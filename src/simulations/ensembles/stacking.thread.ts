import { stack, type Stacking } from '../../engine/index.js';

/** Computes stacking weights. Runs in a thread: it passes over the predictions of all models many times. */
export default function stackModels(logPredictions: readonly (readonly number[])[]): Stacking {
  return stack(logPredictions);
}
