import { useMemo } from 'react';
import { DataTable, type Column } from '../../components/data-table';
import { formatCount, formatShare, formatAgents } from '../../format/numbers';
import type { CaseStudy, Figure } from '../../results/figure';
import { intervalOf } from '../../results/figure';
import {
  formatDifference,
  formatDifferenceInterval,
  formatValue,
  formatValueInterval,
  noInterval,
} from '../../results/format-figure';
import { figurePhrase } from '../../results/headline';
import { Section } from '../simulations/sections/section';
import type { CompletedGoal, GoalResult } from './goal';
import { GoalCurve } from './goal-curve';
import { GoalErrors } from './goal-errors';
import { GoalReproduction } from './goal-reproduction';
import {
  findingNotes,
  findingText,
  headlineText,
  namesOf,
  objectiveFigure,
  parameterLabel,
  parameterRange,
  parameterValue,
  quantityText,
  requestedValue,
  unitOf,
  type GoalSectionProps,
} from './goal-words';

/** The result of a completed goal: the values first, then how sure they are, then the details. */
export function GoalResultSections({ goal, model }: { goal: CompletedGoal; model: CaseStudy }) {
  const names = useMemo(() => namesOf(model), [model]);
  const figure = objectiveFigure(goal, names);
  return (
    <>
      <section className="panel result-headline" aria-label="Headline">
        <p className="result-headline-text" dir="auto">
          {headlineText(goal, names)}
        </p>
        <p dir="auto">{figurePhrase(figure, false)}</p>
        <p dir="auto">{[findingText(goal, names), ...findingNotes(goal, names)].join(' ')}</p>
      </section>
      <Values goal={goal} names={names} />
      <Objective goal={goal} figure={figure} />
      <Constraints goal={goal} names={names} />
      <GoalCurve goal={goal} names={names} />
      <Outcomes outcomes={goal.result.outcomes} />
      <GoalErrors goal={goal} names={names} figure={figure} model={model} />
      <GoalReproduction goal={goal} model={model} />
    </>
  );
}

type Argument = GoalResult['arguments'][number];

function Values({ goal, names }: GoalSectionProps) {
  const { parameters, scenario_context: scenario, result } = goal;
  const boundsOf = (id: string) => {
    const bounds = parameters.find(({ name }) => name === id);
    return bounds ? parameterRange(names, id, [bounds.from, bounds.to]) : '';
  };
  const columns: Column<Argument>[] = [
    {
      id: 'parameter',
      header: 'Parameter',
      cell: ({ parameter }) => <span dir="auto">{parameterLabel(names, parameter)}</span>,
    },
    {
      id: 'value',
      header: 'Result',
      numeric: true,
      cell: ({ parameter, value }) => <strong>{parameterValue(names, parameter, value)}</strong>,
    },
    {
      id: 'interval',
      header: '95% interval',
      numeric: true,
      cell: ({ parameter, interval }) => (interval ? parameterRange(names, parameter, interval) : noInterval),
    },
    {
      id: 'start',
      header: 'Scenario of the request',
      numeric: true,
      cell: ({ parameter }) => parameterValue(names, parameter, scenario[parameter] ?? ''),
    },
    { id: 'bounds', header: 'Bounds', numeric: true, cell: ({ parameter }) => boundsOf(parameter) },
  ];
  return (
    <Section title={parameters.length === 1 ? 'Value of the parameter' : 'Values of the parameters'}>
      <DataTable
        caption="Values of the parameters"
        columns={columns}
        rows={result.arguments}
        rowKey={({ parameter }) => parameter}
      />
    </Section>
  );
}

const objectiveColumns: Column<Figure>[] = [
  { id: 'label', header: 'Quantity', cell: ({ label }) => <span dir="auto">{label}</span> },
  {
    id: 'value',
    header: 'Result',
    numeric: true,
    cell: ({ unit, value }) => <strong>{formatValue(unit, value)}</strong>,
  },
  {
    id: 'interval',
    header: '95% interval',
    numeric: true,
    cell: ({ unit, interval }) => formatValueInterval(unit, interval),
  },
  {
    id: 'start',
    header: 'Scenario of the request',
    numeric: true,
    cell: ({ unit, baseline }) => formatValue(unit, baseline),
  },
  { id: 'gain', header: 'Change', numeric: true, cell: ({ unit, difference }) => formatDifference(unit, difference) },
  {
    id: 'gain-interval',
    header: '95% interval of the change',
    numeric: true,
    cell: ({ unit, differenceInterval }) => formatDifferenceInterval(unit, differenceInterval),
  },
];

function Objective({ goal, figure }: { goal: CompletedGoal; figure: Figure }) {
  const { agents_reached: reached } = goal.result;
  const agents =
    reached === null
      ? ''
      : ` In the result, ${formatCount(reached)} of ${formatAgents(goal.agent_count)} are expected to have the outcome.`;
  return (
    <Section
      title="Objective"
      intro={`Expected value over the same agents in both scenarios, so most errors cancel in the change.${agents}`}
    >
      <DataTable caption="Objective" columns={objectiveColumns} rows={[figure]} rowKey={({ id }) => id} />
    </Section>
  );
}

interface ConstraintRow {
  id: string;
  quantity: string;
  value: string;
  interval: string;
  limit: string;
  state: string;
}

const constraintColumns: Column<ConstraintRow>[] = [
  { id: 'quantity', header: 'Quantity', cell: ({ quantity }) => <span dir="auto">{quantity}</span> },
  { id: 'limit', header: 'Limit', numeric: true, cell: ({ limit }) => limit },
  { id: 'value', header: 'Result', numeric: true, cell: ({ value }) => value },
  { id: 'interval', header: '95% interval', numeric: true, cell: ({ interval }) => interval },
  { id: 'state', header: 'State', cell: ({ state }) => state },
];

function Constraints({ goal, names }: GoalSectionProps) {
  if (goal.constraints.length === 0) return null;
  const rows = goal.result.constraints.flatMap((found, index): ConstraintRow[] => {
    const requested = goal.constraints[index];
    if (!requested) return [];
    const unit = unitOf(names, requested);
    return [
      {
        id: String(index),
        quantity: quantityText(names, requested),
        value: formatValue(unit, found.value),
        interval: formatValueInterval(unit, intervalOf(found.interval)),
        limit: `${requested.at_most === undefined ? 'at least' : 'at most'} ${requestedValue(unit, found.limit)}`,
        state: !found.is_satisfied ? 'violated' : found.is_active ? 'restricts the result' : 'satisfied',
      },
    ];
  });
  return (
    <Section title="Constraints">
      <DataTable caption="Constraints" columns={constraintColumns} rows={rows} rowKey={({ id }) => id} />
    </Section>
  );
}

type Outcome = GoalResult['outcomes'][number];

const outcomeColumns: Column<Outcome>[] = [
  { id: 'label', header: 'Outcome', cell: ({ label }) => <span dir="auto">{label}</span> },
  { id: 'share', header: 'Result', numeric: true, cell: ({ share }) => formatShare(share) },
  {
    id: 'start',
    header: 'Scenario of the request',
    numeric: true,
    cell: ({ start_share: start }) => formatShare(start),
  },
];

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null;
  return (
    <Section title="Expected shares">
      <DataTable caption="Expected shares" columns={outcomeColumns} rows={outcomes} rowKey={({ id }) => id} />
    </Section>
  );
}
