import { markup, type Html } from '../../../common/http/html.js';
import { headlineOf, sharesByInterest } from '../../headline.js';
import type { MeasureRecord, OutcomeRecord } from '../../summary.schema.js';
import { figure, valueWithInterval, type Row } from '../figure.js';
import { agentsText, change, countOf, number, percent, points, range } from '../format-numbers.js';
import { intervalPlot } from '../plots/interval-plot.js';
import { legendOf, seriesByName } from '../plots/series.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

/** The shares and means, and their differences from the reference. */
export function answerSection(input: ReportInput, reference: Reference | null): Section {
  const { definition, summary } = input;
  const shown = sharesByInterest(definition, summary);
  const means = summary.measures.map((measure) => mean(measure, reference));
  const isMean = headlineOf(definition, summary).kind === 'mean';
  return {
    id: 'result',
    title: 'Result',
    content: markup`<p>${methodText(input, reference)}</p>
${isMean && means}
${shares(shown, reference)}
${reference ? differences(shown, reference) : undefined}
${!isMean && means}`,
  };
}

function methodText({ summary, agentCount, compared }: ReportInput, reference: Reference | null): string {
  const agents = agentsText(compared?.comparedAgents ?? agentCount);
  const comparison =
    reference === null
      ? 'This scenario is the baseline: all parameters have their calibrated defaults.'
      : `${reference.isSimulation ? 'Both simulations' : 'Scenario and baseline'} use the same ${agents} and common random numbers, so that differences result only from the changed parameters.`;
  const evaluated = compared?.isEvaluated
    ? ' Simulation A ran with other agents, so its scenario was evaluated on the agents of simulation B.'
    : '';
  const shareText =
    summary.uncertainty.shares === 'expected'
      ? 'Shares are mean probabilities of the agents; the column “Agents” counts their outcomes.'
      : 'Shares are counted outcomes of the agents.';
  return `${comparison}${evaluated} ${shareText} All intervals are 95% intervals that combine all known errors; see “Uncertainty”.`;
}

const shownSeries = (reference: Reference | null) =>
  reference ? [reference.series, reference.referenceSeries] : [seriesByName.scenario];

function shares(outcomes: readonly OutcomeRecord[], reference: Reference | null): Html {
  const title = reference
    ? `Share of agents by outcome, ${reference.series.label} and ${reference.referenceSeries.label}`
    : 'Share of agents by outcome';
  const [own, other] = shownSeries(reference);
  const plot = intervalPlot({
    title,
    rows: outcomes.map(({ label, share, interval, baseline_share, baseline_interval }) => ({
      label,
      values: [
        { series: own!, value: share, interval },
        ...(other ? [{ series: other, value: baseline_share, interval: baseline_interval }] : []),
      ],
    })),
    format: percent,
    axis: 'Share of agents',
  });
  const head = ['Outcome', 'Agents', ...(reference ? [reference.seriesTitle, reference.title] : ['Share'])];
  const rows = outcomes.map(({ label, count, share, interval, baseline_share, baseline_interval }): Row => [
    label,
    countOf(count),
    valueWithInterval(percent(share), interval, percent),
    ...(reference ? [valueWithInterval(percent(baseline_share), baseline_interval, percent)] : []),
  ]);
  return figure(title, plot, head, rows, legendOf(shownSeries(reference)));
}

function differences(outcomes: readonly OutcomeRecord[], { difference: name, series }: Reference): Html {
  const title = `${capitalized(name)}, in percentage points`;
  const plot = intervalPlot({
    title,
    rows: outcomes.map(({ label, difference, difference_interval }) => ({
      label,
      values: [{ series, value: difference, interval: difference_interval }],
    })),
    format: points,
    axis: 'Percentage points',
    isDifference: true,
  });
  const rows = outcomes.map(({ label, difference, difference_interval }): Row => [
    label,
    points(difference),
    range(difference_interval, points),
  ]);
  return figure(title, plot, ['Outcome', 'Difference', '95% interval'], rows);
}

function mean(measure: MeasureRecord, reference: Reference | null): Html {
  const { label, unit, median, baseline_median, tenth_to_ninetieth_percentile: middle } = measure;
  const title = `${label}, on average`;
  const [own, other] = shownSeries(reference);
  const plot = intervalPlot({
    title,
    rows: [
      {
        label: 'Mean',
        values: [
          { series: own!, value: measure.mean, interval: measure.interval },
          ...(other ? [{ series: other, value: measure.baseline_mean, interval: measure.baseline_interval }] : []),
        ],
      },
    ],
    format: number,
    axis: unit,
  });
  const rowOf = (name: string, value: string, interval: string, ...spread: [string, string]): Row => [
    name,
    markup`${value} <small>${interval}</small>`,
    ...spread,
  ];
  const rows = [
    rowOf(
      reference?.seriesTitle ?? 'This scenario',
      number(measure.mean),
      range(measure.interval, number),
      number(median),
      range(middle, number),
    ),
    ...(reference
      ? [
          rowOf(
            reference.title,
            number(measure.baseline_mean),
            range(measure.baseline_interval, number),
            number(baseline_median),
            '–',
          ),
          rowOf('Difference', change(measure.difference), range(measure.difference_interval, change), '–', '–'),
        ]
      : []),
  ];
  const head = [capitalized(unit), 'Mean', 'Median', '10th to 90th percentile'];
  return figure(title, plot, head, rows, legendOf(shownSeries(reference)));
}

const capitalized = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
