import { headlineOf, type Headline } from '../../headline.js';
import type { Reported, RunView } from '../../run.kind.js';
import { settingText } from '../../result-words.js';
import { figure, row, table, valueWithInterval, seriesById, section } from '../../view/blocks.js';
import { formats } from '../../view/format-numbers.js';
import { outsideParts } from '../../view/outside-parts.js';
import { rangeInData } from '../../view/range-in-data.js';
import type { SweptParameter } from './request.schema.js';
import type { SweepPointResult, SweepResult } from './table.js';

type ReportedSweep = Reported<{ parameters: SweptParameter[] }, SweepResult>;

interface Point extends SweepPointResult {
  readonly headline: Headline;
}

const extentOf = (steps: readonly { step: number }[]): [number, number] => {
  const all = steps.map(({ step }) => step);
  return [Math.min(...all), Math.max(...all)];
};

const valueOf = ({ headline }: Point) => (headline.kind === 'share' ? headline.figure.share : headline.figure.mean);

/** The figure of the question, if the sweep follows one. The shares of changed parameters could differ between points. */
const askedOnly = <Summary extends NonNullable<SweepPointResult['summary']>>(summary: Summary) => ({
  ...summary,
  headline: summary.headline?.why === 'asked' ? summary.headline : null,
});

/** The content of the view of a sweep: the headline figure of the workflow at each point. */
export function sweepView({ definition, plan: { parameters }, result }: ReportedSweep): RunView {
  const points = result.points.flatMap((point): Point[] =>
    point.summary ? [{ ...point, headline: headlineOf(definition, askedOnly(point.summary)) }] : [],
  );
  const [first] = points;
  if (!first) return { headline: 'No point of the sweep has a result.', varied: [], sections: [] };
  const { kind, figure: shown } = first.headline;
  const formatName = kind === 'share' ? 'percent' : 'number';
  const format = formats[formatName];
  const ordered = points.toSorted((a, b) => valueOf(a) - valueOf(b));
  const [lowest, highest] = [ordered[0]!, ordered.at(-1)!];
  const own = (name: string) => definition.scenario.parameters.find(({ id }) => id === name);
  const settingOf = ({ values }: Point) =>
    Object.entries(values)
      .map(([name, value]) => `${own(name)?.label ?? name} ${own(name) ? settingText(own(name)!, value) : value}`)
      .join(', ');
  const varied = parameters.map(({ name }) => name);
  const labels = parameters.map(({ name }) => own(name)?.label ?? name);
  const rows = points.map((point) => {
    const [at, ...others] = parameters.map(({ name }) => {
      const value = point.values[name]!;
      return own(name) ? settingText(own(name)!, value) : String(value);
    });
    return row(at!, ...others, valueWithInterval(format(valueOf(point)), point.headline.figure.interval, format));
  });
  const head = [...labels, shown.label];
  const caption = `${shown.label} at each point, with its 95% interval`;
  const steps = points.flatMap((point) => {
    const step = point.values[parameters[0]!.name];
    return typeof step === 'number' ? [{ step, value: valueOf(point), interval: point.headline.figure.interval }] : [];
  });
  const isCurve = parameters.length === 1 && steps.length === points.length && steps.length > 1;
  const headline = `${shown.label} is between ${format(valueOf(lowest))} (${settingOf(lowest)}) and ${format(valueOf(highest))} (${settingOf(highest)}).`;
  if (isCurve) {
    const chart = figure(
      caption,
      {
        type: 'curves',
        axis: labels[0]!,
        format: formatName,
        series: [{ ...seriesById.scenario, label: shown.label }],
        lines: [{ series: 'scenario', points: steps }],
        marked: null,
        outside: outsideParts(rangeInData(own(parameters[0]!.name)), extentOf(steps)),
      },
      head,
      rows,
    );
    return { headline, varied, chart, sections: [] };
  }
  return {
    headline,
    varied,
    sections: [section('points', 'Points', 'answer', table(caption, head, rows))],
  };
}
