import { errorBudget } from '../../../results/error-budget';
import { ErrorBudgetNotes, ErrorBudgetTable } from '../../../results/error-budget-table';
import type { ResultInput } from './result-input';
import { Section } from './section';

/** Which errors the interval of the headline contains, and which are missing. */
export function ErrorBudgetSection({ model, headline: { figure, isBaseline } }: ResultInput) {
  const budget = errorBudget(figure, isBaseline);
  return (
    <Section
      title="How sure this is"
      intro={`The parts of the error of ${isBaseline ? `“${figure.label}”` : `the difference in “${figure.label}”`}.`}
    >
      <ErrorBudgetNotes budget={budget} model={model} />
      <ErrorBudgetTable caption="Parts of the error" budget={budget} unit={figure.unit} />
    </Section>
  );
}
