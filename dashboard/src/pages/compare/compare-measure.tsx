import { figure, row } from '../../../../src/simulations/view/blocks';
import type { components } from '../../api/client';
import { Figure } from '../../figures/figure';
import { figureFormat, intervalOf } from '../../results/figure';
import { intervalNote, type Measure, type MeasuredFigure, useMeasured } from '../../measures/measure';
import { letterOf } from './simulation-cards';
import { Loaded } from '../../components/states';

interface CompareMeasureProps {
  measure: Measure;
  /** The first simulation is the reference. */
  ids: readonly string[];
}

/** A measure of the user in each simulation, and its paired difference from the first one. */
export function CompareMeasure({ measure, ids }: CompareMeasureProps) {
  const query = useMeasured(ids, measure, ids[0]);
  return (
    <Loaded query={query}>
      {({ simulations }) => (
        <>
          <Figure figure={measureFigure(measure, simulations)} />
          <p className="small muted">
            {intervalNote(simulations.flatMap((own) => (own.difference ? [own.measure, own.difference] : [])))}
          </p>
        </>
      )}
    </Loaded>
  );
}

function measureFigure(measure: Measure, simulations: components['schemas']['Measures']['simulations']) {
  const label = `${measure.name} per 1,000 agents`;
  const formats = [false, true].map((isChange) => figureFormat({ kind: 'mean', unit: measure.unit }, isChange));
  const cell = (own: MeasuredFigure, isChange: boolean) => {
    const format = formats[Number(isChange)]!;
    return { text: format.value(own.value), detail: format.interval(intervalOf(own.interval)) };
  };
  const [reference, ...others] = simulations;
  return figure(
    `${label}: differences from A`,
    {
      type: 'intervals',
      axis: measure.unit,
      format: 'change',
      is_difference: true,
      series: [{ id: 'scenario', label: 'difference' }],
      rows: others.map(({ difference }, k) => ({
        label: `${letterOf(k + 1)} minus A`,
        values: [{ series: 'scenario' as const, value: difference!.value, interval: intervalOf(difference!.interval) }],
      })),
    },
    ['Simulation', label, 'Minus A'],
    [
      row('A', cell(reference!.measure, false), '–'),
      ...others.map((own, k) => row(letterOf(k + 1), cell(own.measure, false), cell(own.difference!, true))),
    ],
  );
}
