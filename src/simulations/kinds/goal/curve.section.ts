import { markup, type Html } from '../../../common/http/html.js';
import { figure, valueWithInterval, type Row } from '../../report/figure.js';
import { setting } from '../../report/format-numbers.js';
import { curvePlot } from '../../report/plots/curve-plot.js';
import { heatMap } from '../../report/plots/heat-map.js';
import { seriesByName } from '../../report/plots/series.js';
import type { Section } from '../../report/section.js';
import { formatOf, parameterLabel, quantityText, type ReportedGoal } from './texts.js';

/** The objective along one parameter as a curve with its band, or on the grid of two parameters as a heat map. */
export function curveSection(input: ReportedGoal): Section {
  return input.plan.parameters.length > 1
    ? { id: 'curve', title: 'Values on the grid', content: grid(input) }
    : { id: 'curve', title: 'Curve', content: curve(input) };
}

const rounded = (value: number) => setting(Number(value.toPrecision(6)));

function curve(input: ReportedGoal): Html {
  const { plan: goal, result } = input;
  const { curve: found } = result;
  const { name } = goal.parameters[0]!;
  const title = quantityText(input, goal.objective);
  const format = formatOf(goal.objective);
  const axis = parameterLabel(input, name);
  const hasConstraints = goal.constraints.length > 0;
  const points = found.map(({ values, value, interval }) => ({ step: values[name]!, value, interval }));
  const rows = found.map(({ values, value, interval, is_feasible: isFeasible }): Row => [
    rounded(values[name]!),
    valueWithInterval(format(value), interval, format),
    ...(hasConstraints ? [isFeasible ? 'yes' : 'no'] : []),
  ]);
  const head = [axis, title, ...(hasConstraints ? ['Constraints satisfied'] : [])];
  const plot = curvePlot(title, [{ series: seriesByName.scenario, points }], axis, format);
  return figure(`${title}, with its 95% band`, plot, head, rows);
}

function grid(input: ReportedGoal): Html {
  const { plan: goal, result } = input;
  const [xName, yName] = goal.parameters.map(({ name }) => name) as [string, string];
  const format = formatOf(goal.objective);
  const [xAxis, yAxis] = [parameterLabel(input, xName), parameterLabel(input, yName)];
  const cells = result.curve.map(({ values, value, is_feasible: isFeasible }) => ({
    ...{ x: values[xName]!, y: values[yName]! },
    ...{ value, isFeasible },
  }));
  const [xs, ys] = [[...new Set(cells.map(({ x }) => x))], [...new Set(cells.map(({ y }) => y))]];
  const valueOf = (name: string) => result.arguments.find(({ parameter }) => parameter === name)!.value;
  const marked = { x: valueOf(xName), y: valueOf(yName) };
  const rows = xs.map((x): Row => [
    rounded(x),
    ...ys.map((y) => {
      const { value, isFeasible } = cells.find((cell) => cell.x === x && cell.y === y)!;
      return isFeasible ? format(value) : markup`${format(value)} <small>violated</small>`;
    }),
  ]);
  const caption = `${quantityText(input, goal.objective)}, by ${xAxis} and ${yAxis}`;
  const plot = heatMap({ title: caption, cells, marked, xAxis, yAxis, format });
  const feasible = cells.flatMap(({ value, isFeasible }) => (isFeasible ? [value] : []));
  const colors =
    feasible.length > 0 &&
    `The color is stronger where the value is greater: from ${format(Math.min(...feasible))} to ${format(Math.max(...feasible))}.`;
  return markup`<p>${colors} The search continues between these values, so the result can be between two cells. The API returns the 95% interval of each value in <code>result.curve</code>.</p>
${figure(caption, plot, [`${xAxis} (rows), ${yAxis} (columns)`, ...ys.map(rounded)], rows, key(cells.length - feasible.length, cells.length))}`;
}

function key(infeasible: number, cells: number): Html {
  return markup`<p class="key"><span><span class="simulated">◆</span> result</span> ${infeasible > 0 && markup`<span>× a constraint is violated (${infeasible} of ${cells} cells)</span>`}</p>`;
}
