import { periodsOf } from '../../../../model/definition.js';
import { headlineOf, sharesByInterest } from '../../headline.js';
import type { MeasureSummary, OutcomeSummary, CurveSummary } from '../../../../model/simulate.js';
import { figure, row, text, valueCell, seriesById, section, intervalsFigure } from '../blocks.js';
import {
  agentsText,
  capitalized,
  change,
  countOf,
  formats,
  number,
  percent,
  points,
  range,
} from '../format-numbers.js';
import { shownShare } from '../headline-text.js';
import type { Reference } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block, Section, Series, ChartOf } from '../view.schema.js';

/** The chart of the answer: the differences of the figures from the reference, or their values at the baseline. */
export function answerChart(input: ViewInput, reference: Reference | null): Block {
  const { definition, summary } = input;
  const { kind, figure: headline } = headlineOf(definition, summary);
  if (kind === 'mean') {
    if (!reference) return mean(headline, reference);
    const { label, unit: axis } = headline;
    return differences(`${label}: ${reference.difference}`, { axis, format: 'change' }, 'Mean', [headline], reference);
  }
  const shown = sharesByInterest(definition, summary);
  if (!reference) return shares(shown, reference);
  const inPeriod = shown.map((share) => shownShare(input, reference, share));
  return differences(
    `${capitalized(reference.difference)}${inPeriod[0]!.place}, in percentage points`,
    { axis: 'Percentage points', format: 'points' },
    'Outcome',
    inPeriod.map(({ figure: share }) => share),
    reference,
  );
}

/** The shares and means in the scenario and in the reference, except those that {@link answerChart} shows. */
export function answerSection(input: ViewInput, reference: Reference | null): Section {
  const { definition, summary } = input;
  const shown = sharesByInterest(definition, summary);
  const { kind, figure: headline } = headlineOf(definition, summary);
  const isMean = kind === 'mean';
  const means = summary.measures
    .filter(({ id }) => reference !== null || !(isMean && id === headline.id))
    .map((measure) => mean(measure, reference));
  return section(
    { id: 'result', title: reference ? `Values compared with ${reference.label}` : 'Values', part: 'answer' },
    text(methodText(input, reference)),
    ...(isMean ? means : []),
    (isMean || reference) && shares(shown, reference),
    ...(isMean ? [] : means),
  );
}

function methodText({ definition, summary, compared }: ViewInput, reference: Reference | null): string[] {
  const agents = agentsText(summary.agent_count);
  const periods = periodsOf(definition);
  return [
    reference === null
      ? 'This scenario is the baseline: all parameters have their calibrated defaults.'
      : `${reference.isSimulation ? 'Both simulations' : 'Scenario and baseline'} use the same ${agents} and common random numbers, so that differences result only from the changed parameters.`,
    compared?.isEvaluated
      ? 'Simulation A ran with other agents, so its scenario was evaluated on the agents of simulation B.'
      : '',
    summary.uncertainty.shares === 'expected'
      ? 'Shares are mean probabilities of the agents; the column “Agents” counts their outcomes.'
      : 'Shares are counted outcomes of the agents.',
    periods ? `They are of the last of ${periods.number} ${periods.unit}; the curves have the shares of each.` : '',
    'All intervals are 95% intervals that combine all known errors; see “Uncertainty”.',
  ];
}

const shownSeries = (reference: Reference | null): Series[] =>
  reference ? [reference.series, reference.referenceSeries] : [seriesById.scenario];

function shares(outcomes: readonly OutcomeSummary[], reference: Reference | null): Block {
  return intervalsFigure(
    reference
      ? `Share of agents by outcome, ${reference.series.label} and ${reference.referenceSeries.label}`
      : 'Share of agents by outcome',
    { axis: 'Share of agents', format: 'percent', series: shownSeries(reference) },
    ['Outcome', 'Agents', ...(reference ? [reference.seriesTitle, reference.title] : ['Share'])],
    outcomes.map(({ label, count, share, interval, baseline_share, baseline_interval }) => ({
      label,
      values: [
        { series: 'scenario', value: share, interval },
        ...(reference ? [{ series: 'baseline' as const, value: baseline_share, interval: baseline_interval }] : []),
      ],
      cells: [
        countOf(count),
        valueCell(share, interval, percent),
        ...(reference ? [valueCell(baseline_share, baseline_interval, percent)] : []),
      ],
    })),
  );
}

function differences(
  title: string,
  chart: { axis: string; format: 'points' | 'change' },
  name: string,
  figures: readonly (OutcomeSummary | MeasureSummary)[],
  { series }: Reference,
): Block {
  const format = formats[chart.format];
  return intervalsFigure(
    title,
    { ...chart, series: [series] },
    [name, 'Difference', '95% interval'],
    figures.map(({ label, difference: value, difference_interval: interval }) => ({
      label,
      values: [{ series: 'scenario', value, interval }],
      cells: [format(value), range(interval, format)],
    })),
  );
}

function mean(measure: MeasureSummary, reference: Reference | null): Block {
  const { label, unit, median, baseline_median, tenth_to_ninetieth_percentile: middle } = measure;
  const baseline = { series: 'baseline', value: measure.baseline_mean, interval: measure.baseline_interval } as const;
  return figure(
    `${label}, on average`,
    {
      type: 'intervals',
      axis: unit,
      format: 'number',
      is_difference: false,
      series: shownSeries(reference),
      rows: [
        {
          label: 'Mean',
          values: [
            { series: 'scenario', value: measure.mean, interval: measure.interval },
            ...(reference ? [baseline] : []),
          ],
        },
      ],
    },
    [capitalized(unit), 'Mean', 'Median', '10th to 90th percentile'],
    [
      row(
        reference?.seriesTitle ?? 'This scenario',
        { text: number(measure.mean), detail: range(measure.interval, number) },
        number(median),
        range(middle, number),
      ),
      ...(reference
        ? [
            row(
              reference.title,
              { text: number(measure.baseline_mean), detail: range(measure.baseline_interval, number) },
              number(baseline_median),
              '–',
            ),
            row(
              'Difference',
              { text: change(measure.difference), detail: range(measure.difference_interval, change) },
              '–',
              '–',
            ),
          ]
        : []),
    ],
  );
}

const maxRows = 12;

export function curvesSection({ summary: { curves } }: ViewInput, reference: Reference | null): Section | undefined {
  if (curves.length === 0) return undefined;
  const blocks = curves.map((curve) => curveFigure(curve, reference));
  return section({ id: 'steps', title: 'Shares by step', part: 'answer' }, ...blocks);
}

function curveFigure({ label, step_unit: unit, points: steps }: CurveSummary, reference: Reference | null): Block {
  const own: ChartOf<'curves'>['lines'][number] = {
    series: 'scenario',
    points: steps.map(({ step, share, interval }) => ({ step, value: share, interval })),
  };
  const other: ChartOf<'curves'>['lines'][number] = {
    series: 'baseline',
    points: steps.map(({ step, baseline_share }) => ({ step, value: baseline_share, interval: null })),
  };
  return figure(
    label,
    {
      type: 'curves',
      axis: unit,
      format: 'percent',
      series: reference ? [reference.series, reference.referenceSeries] : [seriesById.scenario],
      lines: reference ? [own, other] : [own],
      marked: null,
      outside: [],
    },
    [unit, ...(reference ? [reference.seriesTitle, reference.title, 'Difference, points'] : ['Share'])],
    evenlySpaced(steps).map((one) =>
      row(
        String(one.step),
        valueCell(one.share, one.interval, percent),
        ...(reference ? [percent(one.baseline_share), valueCell(one.difference, one.difference_interval, points)] : []),
      ),
    ),
  );
}

/** Returns evenly spaced rows, including the first and the last. */
export function evenlySpaced<T>(all: readonly T[]): readonly T[] {
  if (all.length <= maxRows) return all;
  return Array.from({ length: maxRows }, (_, k) => all[Math.round((k * (all.length - 1)) / (maxRows - 1))]!);
}
