import {
  type Figure as ResultFigure,
  figureFormat,
  type FigureKind,
  intervalOf,
  type Simulation,
} from '../../results/figure';
import { differenceText } from '../../../../src/simulations/result-words';
import { figure, row } from '../../../../src/simulations/view/blocks';
import { Figure, type FigureBlock } from '../../figures/figure';
import { formatAgents, formatCount } from '../../format/format';
import { DataTable } from '../../components/data-table';
import { parametersOf, settingText } from '../../parameter-form/parameters';
import { letterOf } from './simulation-cards';
import type { CaseStudy } from '../../workflow/use-workflow';
import { api, body, type components } from '../../api/client';
import { DownloadButton } from '../../components/buttons';
import { intervalNote, type Measure, type MeasuredFigure, useMeasured } from '../../measures/measure';
import { Loaded } from '../../components/states';

export type Comparison = components['schemas']['Comparison'];

/** Downloads the report of a comparison, an HTML page to print or to send. */
function ReportButton({ simulationId, withId }: { simulationId: string; withId: string }) {
  const params = { path: { id: simulationId }, query: { with: withId } };
  return (
    <DownloadButton
      size="small"
      fileName={`${simulationId}-compared.html`}
      load={() => body<Blob>(api.GET('/v1/simulations/{id}/report', { params, parseAs: 'blob' }))}
    >
      Download the report
    </DownloadButton>
  );
}

/** One figure of a comparison: its value, that of the first simulation (A) as its baseline, and their difference. */
type DifferenceRow = Omit<ResultFigure, 'errors' | 'differenceErrors'> & FigureKind;

type Compared = Comparison['outcomes'][number] | Comparison['measures'][number];

const rowOf = (one: Compared): DifferenceRow => ({
  ...{ id: one.id, label: one.label, difference: one.difference },
  ...('share' in one
    ? { kind: 'share', unit: '', baseline: one.reference_share, value: one.share }
    : { kind: 'mean', unit: one.unit, baseline: one.reference_mean, value: one.mean }),
  baselineInterval: intervalOf(one.reference_interval),
  interval: intervalOf(one.interval),
  differenceInterval: intervalOf(one.difference_interval),
});

function cellOf(row: DifferenceRow, part: 'value' | 'baseline' | 'difference') {
  const format = figureFormat(row, part === 'difference');
  return {
    text: format.value(row[part]),
    detail: format.interval(row[part === 'value' ? 'interval' : (`${part}Interval` as const)]),
  };
}

export interface ComparedPair {
  comparison: Comparison;
  letter: string;
}

/** For each simulation: its differences from A, as a chart and as a table. */
export function DifferenceSections({ pairs, referenceId }: { pairs: readonly ComparedPair[]; referenceId: string }) {
  return pairs.map(({ comparison, letter }) => {
    const id = `compare-${letter}`;
    const means = comparison.measures.map(rowOf);
    const all = [...comparison.outcomes, ...comparison.outcome_groups].map(rowOf);
    const isHeadline = (row: DifferenceRow) => row.id === comparison.headline.outcome;
    const shares = [...all.filter(isHeadline), ...all.filter((row) => !isHeadline(row))];
    return (
      <section key={comparison.simulation_id} className="stack" aria-labelledby={id}>
        <div className="between">
          <h2 id={id}>{letter} compared with A</h2>
          <ReportButton simulationId={comparison.simulation_id} withId={referenceId} />
        </div>
        {shares[0] && (
          <p className="compare-sentence" dir="auto">
            {sentenceOf(shares[0], letter)}
          </p>
        )}
        <div className="compare-figures">
          <Figure figure={differenceFigure(`Shares: ${letter} minus A`, shares, letter)} />
          <Figure figure={levelFigure(`Shares: A and ${letter}`, shares, letter)} />
        </div>
        {means.map((row) => (
          <Figure key={row.id} figure={differenceFigure(`${row.label}: ${letter} minus A`, [row], letter)} />
        ))}
        <p className="small muted">
          {changedAgentsText(comparison, letter)} Intervals are 95% intervals.
          {comparison.agents.evaluated &&
            ` A and ${letter} ran with different agents, so the scenario of A was evaluated on the agents of ${letter}.`}
          {comparison.agents.meet &&
            ' Agents of this workflow interact, so the intervals of differences combine the errors of both simulations, which is conservative.'}
        </p>
      </section>
    );
  });
}

/** The main difference, like “Train: B 3.3 points more than A (9.9% and 6.6%; 95% interval of the difference +1.6 to +5.1).” */
function sentenceOf(own: DifferenceRow, letter: string): string {
  const [value, change] = [figureFormat(own, false), figureFormat(own, true)];
  const size = change.value(Math.abs(own.difference)).replace(/^[+−]/, '');
  const unit = own.kind === 'share' ? 'share' : own.unit;
  const difference = differenceText({ unit, difference: own.difference }, size, letter, 'A');
  return `${own.label}: ${difference} (${value.value(own.value)} and ${value.value(own.baseline)}; 95% interval of the difference ${change.interval(own.differenceInterval)}).`;
}

function levelFigure(title: string, rows: readonly DifferenceRow[], letter: string): FigureBlock {
  return figure(
    title,
    {
      type: 'intervals',
      axis: 'Share of agents',
      format: 'percent',
      is_difference: false,
      series: [
        { id: 'scenario', label: letter },
        { id: 'baseline', label: 'A' },
      ],
      rows: rows.map(({ label, value, interval, baseline, baselineInterval }) => ({
        label,
        values: [
          { series: 'scenario', value, interval },
          { series: 'baseline', value: baseline, interval: baselineInterval },
        ],
      })),
    },
    ['Result', letter, 'A'],
    rows.map((one) => row(one.label, cellOf(one, 'value'), cellOf(one, 'baseline'))),
  );
}

/** Differences in the same unit, with the values of both simulations in the table. */
function differenceFigure(title: string, rows: readonly DifferenceRow[], letter: string): FigureBlock {
  const [first] = rows;
  const isShare = first?.kind === 'share';
  return figure(
    title,
    {
      type: 'intervals',
      axis: isShare ? 'percentage points' : (first?.unit ?? ''),
      format: isShare ? 'points' : 'change',
      is_difference: true,
      series: [{ id: 'scenario', label: 'difference' }],
      rows: rows.map(({ label, difference, differenceInterval }) => ({
        label,
        values: [{ series: 'scenario', value: difference, interval: differenceInterval }],
      })),
    },
    ['Result', 'A', letter, `${letter} minus A`],
    rows.map((one) => row(one.label, cellOf(one, 'baseline'), cellOf(one, 'value'), cellOf(one, 'difference'))),
  );
}

/** How many agents have another outcome. */
function changedAgentsText({ agents, flows }: Comparison, letter: string): string {
  const same = flows.counts.reduce((total, row, index) => total + (row[index] ?? 0), 0);
  return `${formatCount(agents.compared - same)} of ${formatAgents(agents.compared)} have another outcome in ${letter} than in A.`;
}

interface ParameterDifferencesProps {
  simulations: readonly Simulation[];
  workflow: CaseStudy | undefined;
}

/** The parameters with different values. All others are equal. */
export function ParameterDifferences({ simulations, workflow }: ParameterDifferencesProps) {
  if (!workflow) return null;
  const changed = parametersOf(workflow).filter(
    ({ id }) => new Set(simulations.map(({ scenario_context }) => scenario_context[id])).size > 1,
  );
  return (
    <section className="stack" aria-labelledby="compare-parameters">
      <h2 id="compare-parameters">Different parameters</h2>
      {changed.length === 0 ? (
        <p className="muted">All parameters have the same values.</p>
      ) : (
        <DataTable
          caption="Parameters with different values"
          rows={changed}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Parameter', cell: ({ label }) => <span dir="auto">{label}</span> },
            ...simulations.map(({ id, scenario_context }, index) => ({
              id,
              header: letterOf(index),
              cell: (parameter: (typeof changed)[number]) => {
                const value = scenario_context[parameter.id];
                return <span dir="auto">{value === undefined ? '' : settingText(parameter, value)}</span>;
              },
            })),
          ]}
        />
      )}
    </section>
  );
}

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
