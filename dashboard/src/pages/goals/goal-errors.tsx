import { budgetOf, errorBudget } from '../../results/error-budget';
import { ErrorBudgetNotes, ErrorBudgetTable } from '../../results/error-budget-table';
import type { CaseStudy, Figure } from '../../results/figure';
import { Section } from '../simulations/sections/section';
import { parameterLabel, type GoalSectionProps } from './goal-words';

/** The parts of the errors of the objective and of the parameters. */
export function GoalErrors({ goal, names, figure, model }: GoalSectionProps & { figure: Figure; model: CaseStudy }) {
  const budget = errorBudget(figure, true);
  const others = goal.result.arguments.flatMap(({ parameter: id, errors }) =>
    errors === null ? [] : [{ id, label: parameterLabel(names, id), budget: budgetOf(errors) }],
  );
  return (
    <Section title="How sure this is">
      <ErrorBudgetNotes budget={budget} others={others} model={model} />
      <h3 dir="auto">{figure.label}</h3>
      <ErrorBudgetTable caption={`Parts of the error: ${figure.label}`} budget={budget} unit={figure.unit} />
      {others.map(({ id, label, budget: own }) => (
        <div key={id} className="stack">
          <h3 dir="auto">{label}</h3>
          <ErrorBudgetTable
            caption={`Parts of the error: ${label}`}
            budget={own}
            unit={names.parameter(id)?.unit ?? ''}
          />
        </div>
      ))}
    </Section>
  );
}
