import type { GroupFigure, Estimate } from '../../measures/linear-estimate';
import {
  type Scenario,
  type Figures,
  type Pair,
  intervalNote,
  type Measure,
  measureDifference,
  measureEstimate,
} from '../../measures/measure';
import { shareRows, type DifferenceRow, type ComparedPair } from './difference-sections';
import type { Comparison, Simulation } from './use-comparisons';
import { figure, row } from '../../../../src/simulations/view/blocks';
import { Figure } from '../../figures/figure';
import { figureFormat } from '../../format/figures';

type Group = { id: string; outcomes: readonly string[] };

/** The figures of a comparison for the measures of the user. `first` is the reference of the comparison. */
function pairOf(
  comparison: Pick<Comparison, 'outcomes' | 'outcome_groups'>,
  ownScenario: Scenario,
  referenceScenario: Scenario,
  groups: readonly Group[],
): Pair {
  const outcomes = shareRows(comparison.outcomes);
  const grouped = shareRows(comparison.outcome_groups);
  const figures = (read: (row: DifferenceRow) => Pick<GroupFigure, 'value' | 'interval'>): Figures => ({
    outcomes: outcomes.map((row) => ({ id: row.id, ...read(row) })),
    groups: grouped.map((row) => ({
      id: row.id,
      outcomes: groups.find(({ id }) => id === row.id)?.outcomes ?? [],
      ...read(row),
    })),
  });
  return {
    first: {
      scenario: referenceScenario,
      shares: figures((row) => ({ value: row.first, interval: row.firstInterval })),
    },
    second: { scenario: ownScenario, shares: figures((row) => ({ value: row.other, interval: row.otherInterval })) },
    differences: figures((row) => ({ value: row.difference, interval: row.differenceInterval })),
  };
}

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
