import { figure, row } from '../../../../src/simulations/view/blocks';
import { Figure } from '../../figures/figure';
import { figureFormat } from '../../format/figures';
import { intervalNote } from '../../measures/interval-notes';
import type { Estimate } from '../../measures/linear-estimate';
import type { Measure } from '../../measures/measure';
import { measureDifference, measureEstimate } from '../../measures/measure-values';
import { pairOf } from './measure-pair';
import type { ComparedPair } from './difference-sections';
import type { Simulation } from './use-comparisons';

interface CompareMeasureProps {
  measure: Measure;
  first: Simulation;
  pairs: readonly ComparedPair[];
  groups: readonly { id: string; outcomes: readonly string[] }[];
}

interface MeasureRow {
  letter: string;
  value: Estimate;
  /** Undefined for the first simulation. */
  difference?: Estimate;
}

/** A measure of the user in each simulation, and its paired difference from the first one. */
export function CompareMeasure({ measure, first, pairs, groups }: CompareMeasureProps) {
  const compared = pairs.map(({ comparison, simulation, letter }) => ({
    letter,
    pair: pairOf(comparison, simulation.scenario_context, first.scenario_context, groups),
  }));
  const [reference] = compared;
  if (!reference) return null;
  const { scenario, shares } = reference.pair.first;
  const rows: MeasureRow[] = [
    { letter: 'A', value: measureEstimate(measure, scenario, shares) },
    ...compared.map(({ letter, pair }) => ({
      letter,
      value: measureEstimate(measure, pair.second.scenario, pair.second.shares),
      difference: measureDifference(measure, pair),
    })),
  ];
  const differences = rows.flatMap(({ difference }) => difference ?? []);
  const value = figureFormat({ kind: 'mean', unit: measure.unit }, false);
  const change = figureFormat({ kind: 'mean', unit: measure.unit }, true);
  const cell = (format: typeof value, estimate: Estimate | undefined) =>
    estimate
      ? {
          text: format.value(estimate.value),
          detail: `${format.interval(estimate.interval)}${estimate.kind === 'conservative' ? ' (conservative bound)' : ''}`,
        }
      : { text: '–' };
  const values = figure(
    `${measure.name} per 1,000 agents: differences from A`,
    {
      type: 'intervals',
      axis: measure.unit,
      format: 'change',
      is_difference: true,
      series: [{ id: 'scenario', label: 'difference' }],
      rows: rows.flatMap(({ letter, difference }) =>
        difference
          ? [
              {
                label: `${letter} minus A`,
                values: [{ series: 'scenario' as const, value: difference.value, interval: difference.interval }],
              },
            ]
          : [],
      ),
    },
    ['Simulation', `${measure.name} per 1,000 agents`, 'Minus A'],
    rows.map((one) => row(one.letter, cell(value, one.value), cell(change, one.difference))),
  );
  return (
    <>
      <Figure figure={values} />
      <p className="small muted">
        {intervalNote(
          differences.map(({ kind }) => kind),
          pairs.flatMap(({ comparison }) => comparison.outcomes.map(({ difference_errors }) => difference_errors)),
        )}
      </p>
    </>
  );
}
