import { markup } from '../../../common/http/html.js';
import { figure, table, valueWithInterval, type Row } from '../../report/figure.js';
import { number, setting } from '../../report/format-numbers.js';
import { curvePlot } from '../../report/plots/curve-plot.js';
import { seriesByName } from '../../report/plots/series.js';
import type { Section } from '../../report/section.js';
import type { GoalReportInput } from './goal-report-input.js';
import { formatOf, parameterLabel, quantityText } from './goal-texts.js';

/** The objective along one parameter, as a curve with its band; on the grid of two parameters, as a table. */
export function curveSection(input: GoalReportInput): Section {
  const { goal } = input;
  const { curve } = goal.result;
  const [first, second] = goal.parameters;
  const title = quantityText(input, goal.objective);
  const format = formatOf(goal.objective);
  const axis = parameterLabel(input, first!.name);
  const rounded = (value: number) => setting(Number(value.toPrecision(6)));
  const feasibility = (isFeasible: boolean) => (isFeasible ? 'yes' : 'no');
  if (second) {
    const xs = [...new Set(curve.map(({ values }) => values[first!.name]!))];
    const ys = [...new Set(curve.map(({ values }) => values[second.name]!))];
    const rows = xs.map((x, row): Row => [
      rounded(x),
      ...ys.map((_, column) => number(curve[row * ys.length + column]!.value)),
    ]);
    const caption = `${title}, by ${axis} (rows) and ${parameterLabel(input, second.name)} (columns)`;
    return { id: 'curve', title: 'Values on the grid', content: table(caption, [axis, ...ys.map(rounded)], rows) };
  }
  const points = curve.map(({ values, value, interval }) => ({ step: values[first!.name]!, value, interval }));
  const rows = curve.map(({ values, value, interval, is_feasible: isFeasible }): Row => [
    rounded(values[first!.name]!),
    valueWithInterval(format(value), interval, format),
    ...(goal.constraints.length > 0 ? [feasibility(isFeasible)] : []),
  ]);
  const head = [axis, title, ...(goal.constraints.length > 0 ? ['Constraints satisfied'] : [])];
  const plot = curvePlot(title, [{ series: seriesByName.scenario, points }], axis, format);
  const content = markup`${figure(`${title}, with its 95% band`, plot, head, rows)}`;
  return { id: 'curve', title: 'Curve', content };
}
