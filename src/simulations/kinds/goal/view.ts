import type { RunView } from '../../run.kind.js';
import { row, table, text, valueWithInterval } from '../../view/blocks.js';
import { number, percent } from '../../view/format-numbers.js';
import { errorPartsOf } from '../../view/series.js';
import { transportText } from '../../view/transport-text.js';
import type { Section } from '../../view/view.schema.js';
import { curveSection, objectiveFigure } from './curve.section.js';
import {
  findingText,
  formatOf,
  parameterLabel,
  quantityText,
  valueRange,
  valueText,
  type ReportedGoal,
} from './texts.js';

/** The content of the view of a goal. */
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
    return row(
      quantityText(input, requested),
      valueWithInterval(format(constraint.value), constraint.interval, format),
      limit,
      state,
    );
  });
  const [first] = result.arguments;
  return {
    id: 'result',
    title: 'Result',
    part: 'answer',
    blocks: [
      table('Parameters of the result', ['Parameter', 'Value', 'Bounds', 'Note'], rows),
      ...(constraints.length > 0 ? [table('Constraints', ['Constraint', 'Value', 'Limit', 'State'], constraints)] : []),
      ...(result.solutions.length > 1
        ? [
            text(
              `These values reach the target: ${result.solutions.map((value) => valueText(input, first!.parameter, value)).join(', ')}. The result is the one nearest to the scenario of the request.`,
            ),
          ]
        : []),
    ],
  };
}

function outcomesSection({ result }: ReportedGoal): Section {
  const rows = result.outcomes.map(({ label, share, start_share: start }) =>
    row(label, percent(start), percent(share)),
  );
  const shares = table('Expected share of each outcome', ['Outcome', 'Scenario of the request', 'In the result'], rows);
  return { id: 'outcomes', title: 'Expected shares', part: 'answer', blocks: [shares] };
}

function errorsSection(input: ReportedGoal): Section {
  const { objective, arguments: found } = input.result;
  const figures = [
    { label: quantityText(input, input.plan.objective), errors: objective.errors },
    ...found.map(({ parameter, errors }) => ({ label: parameterLabel(input, parameter), errors })),
  ];
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
  return {
    id: 'uncertainty',
    title: 'Uncertainty',
    part: 'certainty',
    blocks: [
      text(
        'The intervals combine the known parts. An unknown part is not in the interval. All values are expected values of the same agents, so they have no random errors of single decisions.',
      ),
      transportText(input.definition.evidence.data),
      table('Parts of the error, as standard errors', ['Figure', ...parts.map(({ label }) => label)], rows),
    ],
  };
}
