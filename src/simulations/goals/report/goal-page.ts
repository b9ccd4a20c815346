import { markup } from '../../../common/http/html.js';
import { table, valueWithInterval, type Row } from '../../report/figure.js';
import { number, percent } from '../../report/format-numbers.js';
import { errorPartsOf } from '../../report/plots/series.js';
import type { Section } from '../../report/section.js';
import { adjustmentsSection } from '../../report/sections/adjustments.section.js';
import { studyPage, workflowFacts } from '../../report/study-page.js';
import { transportText } from '../../report/transport-text.js';
import { curveSection } from './curve.section.js';
import type { GoalReportInput } from './goal-report-input.js';
import { findingText, formatOf, parameterLabel, quantityText, valueRange, valueText } from './goal-texts.js';

/** Renders the report of a goal as one self-contained HTML page. */
export function goalPage(input: GoalReportInput): string {
  return studyPage({
    kind: 'a goal',
    study: input.goal,
    defaultTitle: input.definition.name,
    facts: workflowFacts(input.goal),
    headline: findingText(input),
    sections: [
      resultSection(input),
      adjustmentsSection({ definition: input.definition, adjustments: input.goal.adjustments }, 'goal'),
      curveSection(input),
      outcomesSection(input),
      errorsSection(input),
      reproductionSection(input),
    ],
  });
}

function resultSection(input: GoalReportInput): Section {
  const { goal } = input;
  const { result } = goal;
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

function outcomesSection({ goal }: GoalReportInput): Section {
  const rows = goal.result.outcomes.map(({ label, share, start_share: start }): Row => [
    label,
    percent(start),
    percent(share),
  ]);
  const content = table('Expected share of each outcome', ['Outcome', 'Before', 'In the result'], rows);
  return { id: 'outcomes', title: 'Expected shares', content };
}

function errorsSection(input: GoalReportInput): Section {
  const { objective, arguments: found } = input.goal.result;
  const figures = [
    { label: quantityText(input, input.goal.objective), errors: objective.errors },
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

function reproductionSection({ goal, definitionDigest, engineVersion }: GoalReportInput): Section {
  const facts = [
    ['Goal', goal.id],
    ['Workflow', `${goal.workflow_id} ${goal.workflow_version}`],
    ['Definition', definitionDigest],
    ['Engine', engineVersion ?? 'not recorded'],
    ['Seed', String(goal.seed)],
    ['Agents', String(goal.agent_count)],
    ['Evaluations', String(goal.result.evaluations)],
    ['Objective', JSON.stringify(goal.objective)],
    ['Result', goal.digest ?? ''],
  ];
  const content = markup`<p><code>GET /v1/goals/${goal.id}/manifest</code> contains the complete model and the goal.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;
  return { id: 'reproduction', title: 'Reproduction', content };
}
