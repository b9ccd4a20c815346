import { figure, table, valueWithInterval, type Row } from '../../report/figure.js';
import { number, percent, setting } from '../../report/format-numbers.js';
import { curvePlot } from '../../report/plots/curve-plot.js';
import { seriesByName } from '../../report/plots/series.js';
import { headlineOf, type Headline } from '../../headline.js';
import type { Reported, ReportView } from '../../run.kind.js';
import { settingText } from '../../setting-words.js';
import type { SweptParameter } from './request.schema.js';
import type { SweepPointResult, SweepResult } from './table.js';

type ReportedSweep = Reported<{ parameters: SweptParameter[] }, SweepResult>;

interface Point extends SweepPointResult {
  readonly headline: Headline;
}

const valueOf = ({ headline }: Point) => (headline.kind === 'share' ? headline.figure.share : headline.figure.mean);

/** The content of the report of a sweep: the headline figure of the workflow at each point. */
export function sweepView({ definition, plan: { parameters }, result }: ReportedSweep): ReportView {
  const points = result.points.flatMap((point): Point[] =>
    point.summary ? [{ ...point, headline: headlineOf(definition, { ...point.summary, headline: null }) }] : [],
  );
  const [first] = points;
  if (!first) return { headline: 'No point of the sweep has a result.', sections: [] };
  const { kind, figure: shown } = first.headline;
  const format = kind === 'share' ? percent : number;
  const ordered = points.toSorted((a, b) => valueOf(a) - valueOf(b));
  const [lowest, highest] = [ordered[0]!, ordered.at(-1)!];
  const own = (name: string) => definition.scenario.parameters.find(({ id }) => id === name);
  const settingOf = ({ values }: Point) =>
    Object.entries(values)
      .map(([name, value]) => `${own(name)?.label ?? name} ${own(name) ? settingText(own(name)!, value) : value}`)
      .join(', ');
  const labels = parameters.map(({ name }) => own(name)?.label ?? name);
  const rows = points.map((point): Row => {
    const [at, ...others] = parameters.map(({ name }) => {
      const value = point.values[name]!;
      return typeof value === 'number' ? setting(value) : value;
    });
    return [at!, ...others, valueWithInterval(format(valueOf(point)), point.headline.figure.interval, format)];
  });
  const head = [...labels, shown.label];
  const caption = `${shown.label} at each point, with its 95% interval`;
  const steps = points.flatMap((point) => {
    const step = point.values[parameters[0]!.name];
    return typeof step === 'number' ? [{ step, value: valueOf(point), interval: point.headline.figure.interval }] : [];
  });
  const isCurve = parameters.length === 1 && steps.length === points.length && steps.length > 1;
  const content = isCurve
    ? figure(
        caption,
        curvePlot(shown.label, [{ series: seriesByName.scenario, points: steps }], labels[0]!, format),
        head,
        rows,
      )
    : table(caption, head, rows);
  return {
    headline: `${shown.label} is between ${format(valueOf(lowest))} (${settingOf(lowest)}) and ${format(valueOf(highest))} (${settingOf(highest)}).`,
    sections: [{ id: 'points', title: 'Points', content }],
  };
}
