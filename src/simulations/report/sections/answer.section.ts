import { markup, type Html } from '../../../common/http/html.js';
import type { MeasureSummary, OutcomeSummary } from '../../../engine/index.js';
import { figure } from '../figure.js';
import { inParentheses, change, countOf, number, percent, points, range } from '../format-numbers.js';
import { intervalPlot } from '../plots/interval-plot.js';
import { legendOf, seriesByName } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';

/** The shares and means, and their differences from the baseline. */
export function answerSection({ summary, agentCount }: ReportInput, isBaseline: boolean): Html {
  const { outcomes, measures } = summary;
  return markup`<section>
<h2>Result</h2>
<p class="headline">${headline(outcomes, measures, isBaseline)}</p>
<p>All intervals are 95% intervals. ${isBaseline ? 'This scenario is the baseline: all parameters have their calibrated defaults.' : `Scenario and baseline use the same ${countOf(agentCount)} agents and common random numbers, so that differences result only from the changed parameters. Sampling and estimation error remain.`}</p>
${shares(outcomes, isBaseline)}
${isBaseline ? undefined : differences(outcomes)}
${measures.map((measure) => mean(measure, isBaseline))}
</section>`;
}

function headline(
  outcomes: readonly OutcomeSummary[],
  measures: readonly MeasureSummary[],
  isBaseline: boolean,
): string {
  const [measure] = measures;
  const byChange = outcomes.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.share - a.share);
  const [outcome] = byChange;
  const outcomeText = outcome && describeOutcome(outcome, isBaseline);
  return [outcomeText, measure && describeMeasure(measure, isBaseline)].filter(Boolean).join(' ');
}

function describeOutcome(
  { label, share, interval, baseline_share, difference, difference_interval }: OutcomeSummary,
  isBaseline: boolean,
): string {
  const own = `${label}: ${percent(share)}${inParentheses(interval, percent)}`;
  if (isBaseline) return `${own}.`;
  return `${own}; baseline: ${percent(baseline_share)}; difference: ${points(difference)} points${inParentheses(difference_interval, points)}.`;
}

function describeMeasure(
  { label, unit, mean, interval, baseline_mean, difference, difference_interval }: MeasureSummary,
  isBaseline: boolean,
): string {
  const own = `${label}: ${number(mean)} ${unit} on average${inParentheses(interval, number)}`;
  if (isBaseline) return `${own}.`;
  return `${own}; baseline: ${number(baseline_mean)}; difference: ${change(difference)}${inParentheses(difference_interval, change)}.`;
}

const shownSeries = (isBaseline: boolean) =>
  isBaseline ? [seriesByName.scenario] : [seriesByName.scenario, seriesByName.baseline];

function shares(outcomes: readonly OutcomeSummary[], isBaseline: boolean): Html {
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

function differences(outcomes: readonly OutcomeSummary[]): Html {
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

function mean(measure: MeasureSummary, isBaseline: boolean): Html {
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
