import { baselineScenario, isBaselineScenario, type Scenario } from '../../engine/definition.js';
import { seriesById } from './series.js';
import type { ViewInput } from './view-input.js';
import type { Series } from './view.schema.js';

/** The scenario with which a view compares its simulation: the baseline, or the other simulation of a comparison. */
export interface Reference {
  /** In sentences: `baseline`, `simulation A`. */
  label: string;
  /** In table heads: `Baseline`, `Simulation A`. */
  title: string;
  seriesTitle: string;
  /** `difference from the baseline`. */
  difference: string;
  isSimulation: boolean;
  series: Series;
  referenceSeries: Series;
  scenario: Scenario;
}

/** Returns null if there is nothing to compare with, because the scenario is the baseline. */
export function referenceOf({ definition, scenario, compared }: ViewInput): Reference | null {
  if (compared) {
    return {
      label: 'simulation A',
      title: 'Simulation A',
      seriesTitle: 'Simulation B',
      difference: 'difference, B minus A',
      isSimulation: true,
      series: { ...seriesById.scenario, label: 'simulation B' },
      referenceSeries: { ...seriesById.baseline, label: 'simulation A' },
      scenario: compared.scenario,
    };
  }
  if (isBaselineScenario(definition, scenario)) return null;
  return {
    label: 'the baseline',
    title: 'Baseline',
    seriesTitle: 'This scenario',
    difference: 'difference from the baseline',
    isSimulation: false,
    series: seriesById.scenario,
    referenceSeries: seriesById.baseline,
    scenario: baselineScenario(definition),
  };
}
