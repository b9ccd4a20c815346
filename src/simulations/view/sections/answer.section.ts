import { periodsOf } from '../../../../model/definition.js';
import { headlineOf, sharesByInterest } from '../../headline.js';
import type { MeasureSummary, OutcomeSummary } from '../../../../model/simulate.js';
import { figure, row, text, valueWithInterval, seriesById, section } from '../blocks.js';
import { agentsText, capitalized, change, countOf, number, percent, points, range } from '../format-numbers.js';
import { shownShare } from '../headline-text.js';
import type { Reference } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block, Section, Series } from '../view.schema.js';

/** The chart of the answer: the differences of the figures from the reference, or their values at the baseline. */
export function answerChart(input: ViewInput, reference: Reference | null): Block {
  const { definition, summary } = input;
  const { kind, figure: headline } = headlineOf(definition, summary);
  if (kind === 'mean') return reference ? meanDifference(headline, reference) : mean(headline, reference);
  const shown = sharesByInterest(definition, summary);
  if (!reference) return shares(shown, reference);
  const inPeriod = shown.map((share) => shownShare(input, reference, share));
  return differences(
    inPeriod.map(({ figure: share }) => share),
    reference,
    inPeriod[0]!.place,
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
    'result',
    reference ? `Values compared with ${reference.label}` : 'Values',
    'answer',
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
  const rows = outcomes.map(({ label, share, interval, baseline_share, baseline_interval }) => ({
    label,
    values: [
      { series: 'scenario' as const, value: share, interval },
      ...(reference ? [{ series: 'baseline' as const, value: baseline_share, interval: baseline_interval }] : []),
    ],
  }));
  return figure(
    reference
      ? `Share of agents by outcome, ${reference.series.label} and ${reference.referenceSeries.label}`
      : 'Share of agents by outcome',
    {
      type: 'intervals',
      axis: 'Share of agents',
      format: 'percent',
      is_difference: false,
      series: shownSeries(reference),
      rows,
    },
    ['Outcome', 'Agents', ...(reference ? [reference.seriesTitle, reference.title] : ['Share'])],
    outcomes.map(({ label, count, share, interval, baseline_share, baseline_interval }) =>
      row(
        label,
        countOf(count),
        valueWithInterval(percent(share), interval, percent),
        ...(reference ? [valueWithInterval(percent(baseline_share), baseline_interval, percent)] : []),
      ),
    ),
  );
}

function differences(
  outcomes: readonly OutcomeSummary[],
  { difference: name, series }: Reference,
  place: string,
): Block {
  return figure(
    `${capitalized(name)}${place}, in percentage points`,
    {
      type: 'intervals',
      axis: 'Percentage points',
      format: 'points',
      is_difference: true,
      series: [series],
      rows: outcomes.map(({ label, difference, difference_interval: interval }) => ({
        label,
        values: [{ series: 'scenario', value: difference, interval }],
      })),
    },
    ['Outcome', 'Difference', '95% interval'],
    outcomes.map(({ label, difference, difference_interval: interval }) =>
      row(label, points(difference), range(interval, points)),
    ),
  );
}

function meanDifference(measure: MeasureSummary, { difference: name, series }: Reference): Block {
  const { label, unit, difference, difference_interval: interval } = measure;
  return figure(
    `${label}: ${name}`,
    {
      type: 'intervals',
      axis: unit,
      format: 'change',
      is_difference: true,
      series: [series],
      rows: [{ label, values: [{ series: 'scenario', value: difference, interval }] }],
    },
    ['Mean', 'Difference', '95% interval'],
    [row(label, change(difference), range(interval, change))],
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
