import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Explanation } from '../../model/explain.js';
import { type LinearModel } from '../../model/linear-model.js';
import { type Contributions, averageContributions } from '../index-transcript/average-contributions.js';

/** Which equations speak for more of the number that a story ends with (1), and which for less (-1). */
export type EquationSigns = Readonly<Record<string, 1 | -1>>;

/** The name under which the equations stand once they are put together. */
export const combinedEquation = 'together';

/** What each term adds for the usual agent, all equations together. */
export function averageCombinedContributions(
  definition: WorkflowDefinition,
  model: LinearModel,
  signs: EquationSigns,
): Contributions {
  const sums: Record<string, number> = {};
  for (const [equation, sign] of Object.entries(signs)) {
    for (const [term, value] of Object.entries(averageContributions(definition, model, equation)))
      sums[term] = (sums[term] ?? 0) + sign * value;
  }
  return sums;
}

/** An explanation with its equations put together; a variable is what it is in the first of them that has it. */
export function combineEquations({ contributions, perceived }: Explanation, signs: EquationSigns): Explanation {
  const added = (own: Readonly<Record<string, number>>) =>
    Object.entries(signs).reduce((sum, [equation, sign]) => sum + sign * (own[equation] ?? 0), 0);
  const first = (own: Readonly<Record<string, number>>) =>
    Object.keys(signs).flatMap((equation) => own[equation] ?? [])[0];
  return {
    contributions: Object.fromEntries(
      Object.entries(contributions).map(([term, own]) => [term, { [combinedEquation]: added(own) }]),
    ),
    perceived: Object.fromEntries(
      Object.entries(perceived).flatMap(([variable, own]) => {
        const value = first(own);
        return value === undefined ? [] : [[variable, { [combinedEquation]: value }]];
      }),
    ),
  };
}
