import { markup, type Html } from '../../../common/http/html.js';
import { figure } from '../figure.js';
import { inParentheses, change, countOf, number, percent, points, range } from '../format-numbers.js';
import { intervalPlot } from '../plots/interval-plot.js';
import { legendOf, seriesByName } from '../plots/series.js';
import { headlineOf, sharesByInterest } from '../../headline.js';
import type { MeasureRecord, OutcomeRecord } from '../../summary.schema.js';
import type { ReportInput } from '../report-input.js';

/** The shares and means, and their differences from the baseline. */
export function answerSection(input: ReportInput, isBaseline: boolean): Html {
  const { definition, summary, agentCount } = input;
  const shown = sharesByInterest(definition, summary);
  const means = summary.measures.map((measure) => mean(measure, isBaseline));
  const isMean = headlineOf(definition, summary).kind === 'mean';
  const isExpected = summary.uncertainty.shares === 'expected';
  return markup`<section>
<h2>Result</h2>
<p class="headline">${headline(input, isBaseline)}</p>
<p>All intervals are 95% intervals. ${isBaseline ? 'This scenario is the baseline: all parameters have their calibrated defaults.' : `Scenario and baseline use the same ${countOf(agentCount)} agents and common random numbers, so that differences result only from the changed parameters.`} ${isExpected ? 'Shares are mean probabilities of the agents; the column “Agents” counts their outcomes.' : 'Shares are counted outcomes of the agents.'} The intervals combine all known errors; see “Uncertainty”.</p>
${isMean && means}
${shares(shown, isBaseline)}
${isBaseline ? undefined : differences(shown)}
${!isMean && means}
</section>`;
}

/** The headline figure, and the first measure if the headline is a share. */
function headline({ definition, summary }: ReportInput, isBaseline: boolean): string {
  const found = headlineOf(definition, summary);
  if (found.kind === 'mean') return describeMeasure(found.figure, isBaseline);
  const [measure] = summary.measures;
  const text = describeOutcome(found.figure, isBaseline);
  return measure ? `${text} ${describeMeasure(measure, isBaseline)}` : text;
}

function describeOutcome(
  { label, share, interval, baseline_share, difference, difference_interval }: OutcomeRecord,
  isBaseline: boolean,
): string {
  const own = `${label}: ${percent(share)}${inParentheses(interval, percent)}`;
  if (isBaseline) return `${own}.`;
  return `${own}; baseline: ${percent(baseline_share)}; difference: ${points(difference)} points${inParentheses(difference_interval, points)}.`;
}

function describeMeasure(
  { label, unit, mean, interval, baseline_mean, difference, difference_interval }: MeasureRecord,
  isBaseline: boolean,
): string {
  const own = `${label}: ${number(mean)} ${unit} on average${inParentheses(interval, number)}`;
  if (isBaseline) return `${own}.`;
  return `${own}; baseline: ${number(baseline_mean)}; difference: ${change(difference)}${inParentheses(difference_interval, change)}.`;
}

const shownSeries = (isBaseline: boolean) =>
  isBaseline ? [seriesByName.scenario] : [seriesByName.scenario, seriesByName.baseline];

function shares(outcomes: readonly OutcomeRecord[], isBaseline: boolean): Html {
  const title = isBaseline ? 'Share of agents by outcome' : 'Share of agents by outcome, scenario and baseline';
  const plot = intervalPlot({
    title,
    rows: outcomes.map(({ label, share, interval, baseline_share, baseline_interval }) => ({
      label,
      values: [
        { series: seriesByName.scenario, value: share, interval },
        ...(isBaseline ? [] : [{ series: seriesByName.baseline, value: baseline_share, interval: baseline_interval }]),
      ],
    })),
    format: percent,
    axis: 'share of agents',
  });
  const head = ['Outcome', 'Agents', 'Share', '95% interval', ...(isBaseline ? [] : ['Baseline', '95% interval'])];
  const rows = outcomes.map(({ label, count, share, interval, baseline_share, baseline_interval }) => [
    label,
    countOf(count),
    percent(share),
    range(interval, percent),
    ...(isBaseline ? [] : [percent(baseline_share), range(baseline_interval, percent)]),
  ]);
  return figure(title, plot, head, rows, legendOf(shownSeries(isBaseline)));
}

function differences(outcomes: readonly OutcomeRecord[]): Html {
  const title = 'Difference from the baseline, in percentage points';
  const plot = intervalPlot({
    title,
    rows: outcomes.map(({ label, difference, difference_interval }) => ({
      label,
      values: [{ series: seriesByName.scenario, value: difference, interval: difference_interval }],
    })),
    format: points,
    axis: 'difference from the baseline, in percentage points',
    isDifference: true,
  });
  const rows = outcomes.map(({ label, difference, difference_interval }) => [
    label,
    points(difference),
    range(difference_interval, points),
  ]);
  return figure(title, plot, ['Outcome', 'Difference', '95% interval'], rows);
}

function mean(measure: MeasureRecord, isBaseline: boolean): Html {
  const { label, unit, median, baseline_median, tenth_to_ninetieth_percentile: middle } = measure;
  const title = `${label}, on average`;
  const plot = intervalPlot({
    title,
    rows: [
      {
        label: 'Mean',
        values: [
          { series: seriesByName.scenario, value: measure.mean, interval: measure.interval },
          ...(isBaseline
            ? []
            : [{ series: seriesByName.baseline, value: measure.baseline_mean, interval: measure.baseline_interval }]),
        ],
      },
    ],
    format: number,
    axis: unit,
  });
  const rows = [
    ['This scenario', number(measure.mean), range(measure.interval, number), number(median), range(middle, number)],
    ...(isBaseline
      ? []
      : [
          [
            'Baseline',
            number(measure.baseline_mean),
            range(measure.baseline_interval, number),
            number(baseline_median),
            '–',
          ],
          ['Difference', change(measure.difference), range(measure.difference_interval, change), '–', '–'],
        ]),
  ];
  return figure(
    title,
    plot,
    [unit, 'Mean', '95% interval', 'Median', '10th to 90th percentile'],
    rows,
    legendOf(shownSeries(isBaseline)),
  );
}
