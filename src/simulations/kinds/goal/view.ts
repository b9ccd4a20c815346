import {
  figure,
  row,
  text,
  valueCell,
  seriesById,
  table,
  errorPartsOf,
  section,
  outsideParts,
} from '../../view/blocks.js';
import { formats, setting, number, percent } from '../../view/format-numbers.js';
import type { Block, Section } from '../../view/view.schema.js';
import {
  formatNameOf,
  formatOf,
  parameterLabel,
  parameterOf,
  quantityText,
  type ReportedGoal,
  findingText,
  valueRange,
  valueText,
} from './texts.js';
import type { RunView } from '../../run.kind.js';
import { transportText } from '../../view/held-out-population.js';

/** The objective along one parameter as a curve with its band, or on the grid of two parameters as a heat map. */
const objectiveFigure = (input: ReportedGoal): Block => (input.plan.parameters.length > 1 ? grid(input) : curve(input));

/** How to read {@link objectiveFigure}, for two parameters. */
function curveSection({ plan, result }: ReportedGoal): Section | undefined {
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
  return section({ id: 'grid', title: 'Values on the grid', part: 'answer' }, note);
}

const rounded = (value: number) => setting(Number(value.toPrecision(6)));

function curve(input: ReportedGoal): Block {
  const { plan: goal, result } = input;
  const { curve: found } = result;
  const { name, from, to } = goal.parameters[0]!;
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
      ...(goal.objective.target !== undefined && { target: { value: goal.objective.target, label: 'Target' } }),
      outside: outsideParts(parameterOf(input, name).calibrated_range, [from, to]),
    },
    [axis, title, ...(hasConstraints ? ['Constraints satisfied'] : [])],
    found.map(({ values, value, interval, is_feasible: isFeasible }) =>
      row(
        rounded(values[name]!),
        valueCell(value, interval, format),
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

export function goalView(input: ReportedGoal): RunView {
  return {
    headline: findingText(input),
    varied: input.plan.parameters.map(({ name }) => name),
    chart: objectiveFigure(input),
    sections: [resultSection(input), curveSection(input), outcomesSection(input), errorsSection(input)],
  };
}

function resultSection(input: ReportedGoal): Section {
  const { plan: goal, result } = input;
  const rows = result.arguments.map((argument) => {
    const { value, interval, at_bound: bound, is_extrapolation: isExtrapolation } = argument;
    const own = goal.parameters.find(({ name }) => name === argument.parameter)!;
    const notes = [
      ...drawNotes(argument),
      ...(bound ? ['at the bound: a wider range could be better'] : []),
      ...(isExtrapolation ? ['outside the calibrated range: an extrapolation'] : []),
    ];
    return row(
      parameterLabel(input, argument.parameter),
      {
        text: valueText(input, own.name, value),
        ...(interval && { detail: valueRange(input, own.name, interval) }),
      },
      valueRange(input, own.name, [own.from, own.to]),
      notes.join('; ') || '–',
    );
  });
  const constraints = result.constraints.map((constraint, k) => {
    const requested = goal.constraints[k]!;
    const format = formatOf(requested);
    const limit = `${requested.at_most === undefined ? 'at least' : 'at most'} ${format(constraint.limit)}`;
    const state = !constraint.is_satisfied ? 'violated' : constraint.is_active ? 'restricts the result' : 'satisfied';
    return row(quantityText(input, requested), valueCell(constraint.value, constraint.interval, format), limit, state);
  });
  const [first] = result.arguments;
  return section(
    { id: 'result', title: 'Result', part: 'answer' },
    table('Parameters of the result', ['Parameter', 'Value', 'Bounds', 'Note'], rows),
    constraints.length > 0 && table('Constraints', ['Constraint', 'Value', 'Limit', 'State'], constraints),
    result.solutions.length > 1 &&
      text(
        `These values reach the target: ${result.solutions.map((value) => valueText(input, first!.parameter, value)).join(', ')}. The result is the one nearest to the scenario of the request.`,
      ),
  );
}

function drawNotes({ draws_at_bounds: draws }: ReportedGoal['result']['arguments'][number]): string[] {
  return (['from', 'to'] as const).flatMap((end) =>
    draws && draws[end] > 0
      ? [`in ${percent(draws[end])} of the draws at the ${end === 'from' ? 'lower' : 'upper'} bound`]
      : [],
  );
}

function outcomesSection({ result }: ReportedGoal): Section {
  const rows = result.outcomes.map(({ label, share, start_share: start }) =>
    row(label, percent(start), percent(share)),
  );
  const shares = table('Expected share of each outcome', ['Outcome', 'Scenario of the request', 'In the result'], rows);
  return section({ id: 'outcomes', title: 'Expected shares', part: 'answer' }, shares);
}

function errorsSection(input: ReportedGoal): Section {
  const { objective, arguments: found } = input.result;
  const figures = [
    { label: quantityText(input, input.plan.objective), errors: objective.errors },
    ...found.map(({ parameter, errors }) => ({ label: parameterLabel(input, parameter), errors })),
  ];
  const isDrawn = found.some(({ draws_at_bounds: draws }) => draws);
  const parts = errorPartsOf(objective.errors);
  const rows = figures.map(({ label, errors }) =>
    row(
      label,
      ...parts.map(({ id }) => {
        const error = errors?.[id] ?? null;
        return error === null ? 'unknown' : number(error);
      }),
    ),
  );
  return section(
    { id: 'uncertainty', title: 'Uncertainty', part: 'certainty' },
    text(
      `The intervals combine the known parts. An unknown part is not in the interval.${isDrawn ? ' The interval of the best value has the middle 95% of the best values under 200 draws of the coefficients.' : ''} All values are expected values of the same agents, so they have no random errors of single decisions.`,
    ),
    transportText(input.definition.evidence.data),
    table('Parts of the error, as standard errors', ['Figure', ...parts.map(({ label }) => label)], rows),
  );
}
