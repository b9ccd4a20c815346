import { markup } from '../../../common/http/html.js';
import { table, valueWithInterval, type Row } from '../../report/figure.js';
import { number, percent } from '../../report/format-numbers.js';
import { errorPartsOf } from '../../report/plots/series.js';
import type { Section } from '../../report/section.js';
import type { ReportView } from '../../run.kind.js';
import { transportText } from '../../report/transport-text.js';
import { curveSection } from './curve.section.js';
import {
  findingText,
  formatOf,
  parameterLabel,
  quantityText,
  valueRange,
  valueText,
  type ReportedGoal,
} from './texts.js';

/** The content of the report of a goal. */
export function goalView(input: ReportedGoal): ReportView {
  return {
    headline: findingText(input),
    sections: [resultSection(input), curveSection(input), outcomesSection(input), errorsSection(input)],
  };
}

function resultSection(input: ReportedGoal): Section {
  const { plan: goal, result } = input;
  const rows = result.arguments.map((argument): Row => {
    const { value, interval, at_bound: bound, is_extrapolation: isExtrapolation } = argument;
    const own = goal.parameters.find(({ name }) => name === argument.parameter)!;
    const notes = [
      ...(bound ? ['at the bound: a wider range could be better'] : []),
      ...(isExtrapolation ? ['outside the calibrated range: an extrapolation'] : []),
    ];
    return [
      parameterLabel(input, argument.parameter),
      markup`${valueText(input, own.name, value)}${interval !== null && markup` <small>${valueRange(input, own.name, interval)}</small>`}`,
      valueRange(input, own.name, [own.from, own.to]),
      notes.join('; ') || '–',
    ];
  });
  const constraints = result.constraints.map((constraint, k): Row => {
    const requested = goal.constraints[k]!;
    const format = formatOf(requested);
    const limit = `${requested.at_most === undefined ? 'at least' : 'at most'} ${format(constraint.limit)}`;
    const state = !constraint.is_satisfied ? 'violated' : constraint.is_active ? 'restricts the result' : 'satisfied';
    return [
      quantityText(input, requested),
      valueWithInterval(format(constraint.value), constraint.interval, format),
      limit,
      state,
    ];
  });
  const content = markup`${table('Parameters of the result', ['Parameter', 'Value', 'Bounds', 'Note'], rows)}
${constraints.length > 0 && table('Constraints', ['Constraint', 'Value', 'Limit', 'State'], constraints)}
${result.solutions.length > 1 && markup`<p>These values reach the target: ${result.solutions.map((value) => valueText(input, result.arguments[0]!.parameter, value)).join(', ')}. The report shows the one nearest to the scenario of the request.</p>`}`;
  return { id: 'result', title: 'Result', content };
}

function outcomesSection({ result }: ReportedGoal): Section {
  const rows = result.outcomes.map(({ label, share, start_share: start }): Row => [
    label,
    percent(start),
    percent(share),
  ]);
  const content = table('Expected share of each outcome', ['Outcome', 'Before', 'In the result'], rows);
  return { id: 'outcomes', title: 'Expected shares', content };
}

function errorsSection(input: ReportedGoal): Section {
  const { objective, arguments: found } = input.result;
  const figures = [
    { label: quantityText(input, input.plan.objective), errors: objective.errors },
    ...found.map(({ parameter, errors }) => ({ label: parameterLabel(input, parameter), errors })),
  ];
  const parts = errorPartsOf(objective.errors);
  const rows = figures.map(({ label, errors }): Row => [
    label,
    ...parts.map(({ id }) => {
      const error = errors?.[id] ?? null;
      return error === null ? 'unknown' : number(error);
    }),
  ]);
  const { data } = input.definition.evidence;
  const content = markup`<p>The intervals combine the known parts. An unknown part is not in the interval. All values are expected values of the same agents, so they have no random errors of single decisions.</p>
${transportText(data)}
${table('Parts of the error, as standard errors', ['Figure', ...parts.map(({ label }) => label)], rows)}`;
  return { id: 'uncertainty', title: 'Uncertainty', content };
}
