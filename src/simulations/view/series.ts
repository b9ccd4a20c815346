import type { Errors } from '../summary.schema.js';
import type { Series } from './view.schema.js';

export const seriesById = {
  scenario: { id: 'scenario', label: 'this scenario' },
  baseline: { id: 'baseline', label: 'baseline' },
  observed: { id: 'observed', label: 'observed' },
  predicted: { id: 'scenario', label: 'predicted by the model' },
  simulated: { id: 'simulated', label: 'simulated by agents' },
} as const satisfies Record<string, Series>;

/** The parts of an error, in the order of their bars. */
export const errorParts = [
  { id: 'simulation', label: 'simulation' },
  { id: 'estimation', label: 'estimation' },
  { id: 'population', label: 'population' },
  { id: 'model', label: 'model' },
] as const;

/** The parts of one error: those of all figures, and those that only some simulations have. */
export function errorPartsOf(errors: Errors): readonly { id: keyof Errors; label: string }[] {
  return errors.targets === undefined ? errorParts : [...errorParts, { id: 'targets', label: 'calibration targets' }];
}
