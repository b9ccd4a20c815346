import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Explanation } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { type Contributions, averageContributions } from '../index-transcript/average-contributions.js';

/** Effect of each equation on the result: 1 if a greater value increases it, -1 if a greater value decreases it. */
export type EquationSigns = Readonly<Record<string, 1 | -1>>;

/** Id of the signed sum of all equations. */
export const combinedEquation = 'together';

/** Average contribution of each term to the signed sum of the equations, for agents at the baseline. */
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

/** Sums the contributions of all equations with their signs. Each variable takes its value from the first equation that has it. */
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
