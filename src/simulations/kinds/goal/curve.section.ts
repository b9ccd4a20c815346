import { figure, row, text, valueWithInterval } from '../../view/blocks.js';
import { formats, setting } from '../../view/format-numbers.js';
import { outsideParts } from '../../view/outside-parts.js';
import { rangeInData } from '../../view/range-in-data.js';
import { seriesById } from '../../view/series.js';
import type { Block, Section } from '../../view/view.schema.js';
import { formatNameOf, formatOf, parameterLabel, quantityText, type ReportedGoal } from './texts.js';

/** The objective along one parameter as a curve with its band, or on the grid of two parameters as a heat map. */
export const objectiveFigure = (input: ReportedGoal): Block =>
  input.plan.parameters.length > 1 ? grid(input) : curve(input);

/** How to read {@link objectiveFigure}, for two parameters. */
export function curveSection({ plan, result }: ReportedGoal): Section | undefined {
  if (plan.parameters.length < 2) return undefined;
  const format = formatOf(plan.objective);
  const values = result.curve.flatMap(({ value, is_feasible: isFeasible }) => (isFeasible ? [value] : []));
  const infeasible = result.curve.length - values.length;
  const note = text([
    values.length > 0 &&
      `The color is stronger where the value is greater: from ${format(Math.min(...values))} to ${format(Math.max(...values))}.`,
    infeasible > 0 && `× marks ${infeasible} of ${result.curve.length} cells in which a constraint is violated.`,
    'The search continues between these values, so the result can be between two cells. The API returns the 95% interval of each value.',
  ]);
  return { id: 'grid', title: 'Values on the grid', part: 'answer', blocks: [note] };
}

const rounded = (value: number) => setting(Number(value.toPrecision(6)));

function curve(input: ReportedGoal): Block {
  const { plan: goal, result } = input;
  const { curve: found } = result;
  const { name, from, to } = goal.parameters[0]!;
  const parameter = input.definition.scenario.parameters.find(({ id }) => id === name);
  const title = quantityText(input, goal.objective);
  const formatName = formatNameOf(goal.objective);
  const format = formats[formatName];
  const axis = parameterLabel(input, name);
  const hasConstraints = goal.constraints.length > 0;
  return figure(
    `${title}, with its 95% band`,
    {
      type: 'curves',
      axis,
      format: formatName,
      series: [{ ...seriesById.scenario, label: title }],
      lines: [
        {
          series: 'scenario',
          points: found.map(({ values, value, interval }) => ({ step: values[name]!, value, interval })),
        },
      ],
      marked: { step: result.arguments[0]!.value, label: 'Result' },
      outside: outsideParts(rangeInData(parameter), [from, to]),
    },
    [axis, title, ...(hasConstraints ? ['Constraints satisfied'] : [])],
    found.map(({ values, value, interval, is_feasible: isFeasible }) =>
      row(
        rounded(values[name]!),
        valueWithInterval(format(value), interval, format),
        ...(hasConstraints ? [isFeasible ? 'yes' : 'no'] : []),
      ),
    ),
  );
}

function grid(input: ReportedGoal): Block {
  const { plan: goal, result } = input;
  const [xName, yName] = goal.parameters.map(({ name }) => name) as [string, string];
  const formatName = formatNameOf(goal.objective);
  const format = formats[formatName];
  const [xAxis, yAxis] = [parameterLabel(input, xName), parameterLabel(input, yName)];
  const cells = result.curve.map(({ values, value, is_feasible }) => ({
    ...{ x: values[xName]!, y: values[yName]!, value },
    is_feasible,
  }));
  const [xs, ys] = [[...new Set(cells.map(({ x }) => x))], [...new Set(cells.map(({ y }) => y))]];
  const valueOf = (name: string) => result.arguments.find(({ parameter }) => parameter === name)!.value;
  return figure(
    `${quantityText(input, goal.objective)}, by ${xAxis} and ${yAxis}`,
    {
      type: 'heat_map',
      x_axis: xAxis,
      y_axis: yAxis,
      format: formatName,
      cells,
      marked: { x: valueOf(xName), y: valueOf(yName) },
    },
    [`${xAxis} (rows), ${yAxis} (columns)`, ...ys.map(rounded)],
    xs.map((x) =>
      row(
        rounded(x),
        ...ys.map((y) => {
          const { value, is_feasible: isFeasible } = cells.find((cell) => cell.x === x && cell.y === y)!;
          return isFeasible ? format(value) : { text: format(value), detail: 'violated' };
        }),
      ),
    ),
  );
}
