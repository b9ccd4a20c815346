import type { GroupFigure, Estimate } from '../../measures/linear-estimate';
import {
  type Figures,
  type Pair,
  intervalNote,
  type Measure,
  measureDifference,
  measureEstimate,
} from '../../measures/measure';
import { shareRows, type DifferenceRow, type ComparedPair } from './difference-sections';
import type { Simulation } from './use-comparisons';
import { figure, row } from '../../../../src/simulations/view/blocks';
import { Figure } from '../../figures/figure';
import { figureFormat } from '../../format/figures';

/** The figures of a comparison for the measures of the user. The first simulation is the reference. */
function pairOf({ comparison, simulation }: ComparedPair, { first, groups }: CompareMeasureProps): Pair {
  const membersOf = (id: string) => groups.find((group) => group.id === id)?.outcomes ?? [];
  const figures = (read: (row: DifferenceRow) => Pick<GroupFigure, 'value' | 'interval'>): Figures => ({
    outcomes: shareRows(comparison.outcomes).map((one) => ({ id: one.id, ...read(one) })),
    groups: shareRows(comparison.outcome_groups).map((one) => ({
      ...{ id: one.id, outcomes: membersOf(one.id) },
      ...read(one),
    })),
  });
  return {
    first: {
      scenario: first.scenario_context,
      shares: figures((one) => ({ value: one.first, interval: one.firstInterval })),
    },
    second: {
      scenario: simulation.scenario_context,
      shares: figures((one) => ({ value: one.other, interval: one.otherInterval })),
    },
    differences: figures((one) => ({ value: one.difference, interval: one.differenceInterval })),
  };
}

interface CompareMeasureProps {
  measure: Measure;
  first: Simulation;
  pairs: readonly ComparedPair[];
  groups: readonly { id: string; outcomes: readonly string[] }[];
}

/** A measure of the user in each simulation, and its paired difference from the first one. */
export function CompareMeasure(props: CompareMeasureProps) {
  const { measure, pairs } = props;
  const compared = pairs.map((own) => ({ letter: own.letter, pair: pairOf(own, props) }));
  const [reference] = compared;
  if (!reference) return null;
  const { scenario, shares } = reference.pair.first;
  const others = compared.map(({ letter, pair }) => ({
    letter,
    value: measureEstimate(measure, pair.second.scenario, pair.second.shares),
    difference: measureDifference(measure, pair),
  }));
  const value = figureFormat({ kind: 'mean', unit: measure.unit }, false);
  const change = figureFormat({ kind: 'mean', unit: measure.unit }, true);
  const cell = (format: typeof value, { value: own, interval, kind }: Estimate) => ({
    text: format.value(own),
    detail: `${format.interval(interval)}${kind === 'conservative' ? ' (conservative bound)' : ''}`,
  });
  const values = figure(
    `${measure.name} per 1,000 agents: differences from A`,
    {
      type: 'intervals',
      axis: measure.unit,
      format: 'change',
      is_difference: true,
      series: [{ id: 'scenario', label: 'difference' }],
      rows: others.map(({ letter, difference: { value: own, interval } }) => ({
        label: `${letter} minus A`,
        values: [{ series: 'scenario', value: own, interval }],
      })),
    },
    ['Simulation', `${measure.name} per 1,000 agents`, 'Minus A'],
    [
      row('A', cell(value, measureEstimate(measure, scenario, shares)), '–'),
      ...others.map((one) => row(one.letter, cell(value, one.value), cell(change, one.difference))),
    ],
  );
  return (
    <>
      <Figure figure={values} />
      <p className="small muted">
        {intervalNote(
          others.map(({ difference }) => difference.kind),
          pairs.flatMap(({ comparison }) => comparison.outcomes.map(({ difference_errors }) => difference_errors)),
        )}
      </p>
    </>
  );
}
