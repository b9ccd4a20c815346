import type { SpecIssues } from '../spec-error.js';
import type { Spec } from '../spec.schema.js';
import type { Variable, Variables } from '../variables/variables.js';

/** Parts of a recipe in which choices depend on the last one. */
export interface LastChoiceParts {
  readonly variable: Variable;
  readonly coefficient: { readonly id: string; readonly label: string };
  /** Category of the last choice, by alternative. */
  readonly terms: readonly { readonly alternative: string; readonly category: string }[];
  readonly periods: object;
  /** The first and the last period in which a scenario applies. */
  readonly parameters: readonly object[];
  readonly texts: Readonly<Record<string, object>>;
}

/** Undefined if choices do not depend on the last one. */
export function lastChoiceParts(
  { alternatives }: Spec,
  known: readonly { readonly id: string; readonly raw: string }[],
  variables: Variables,
  issues: SpecIssues,
): LastChoiceParts | undefined {
  const own = alternatives!.last_choice;
  if (!own) return undefined;
  const variable = variables.of(own.column, 'alternatives.last_choice.column');
  if (!variable) return undefined;
  const terms = known.flatMap(({ id, raw }) => {
    const level = variable.levels.find((one) => one.raw === raw);
    if (level?.id === id) return [{ alternative: id, category: level.id }];
    return (
      issues.add('alternatives.last_choice.column', `"${own.column}" never has the value "${raw}" of an alternative`) ??
      []
    );
  });
  const { periods: number, unit } = own;
  const period = (id: string, label: string, value: number, description: string) => ({
    ...{ type: 'integer', id, label, description, unit, default: value, minimum: 1, maximum: number },
  });
  return {
    variable,
    coefficient: { id: 'last_choice', label: `Same as ${variable.noun}` },
    terms,
    periods: { number, unit, last_choice: variable.id, from: 'first_period', until: 'last_period' },
    parameters: [
      period('first_period', 'First period', 1, 'First period with the other values of the scenario.'),
      period('last_period', 'Last period', number, 'Last period with the other values of the scenario.'),
    ],
    texts: {
      first_period: { text: 'From period {new} instead of {old}' },
      last_period: { text: 'Until period {new} instead of {old}' },
    },
  };
}
