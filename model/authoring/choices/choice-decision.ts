import type { NestParts, randomParts } from './choice-forms.js';
import type { ChoiceColumns, ChoiceTerms } from './choice-terms.js';
import type { ClassParts } from '../outcomes/classes.js';
import type { LastChoiceParts } from './last-choice.js';
import { idOf, labelOf } from '../variables/names.js';

/** Parts of the decision that do not follow from its terms. */
export interface DecisionParts {
  readonly available: ReadonlyMap<string, object>;
  readonly random: ReturnType<typeof randomParts>;
  readonly classes: ClassParts;
  readonly nests: NestParts;
  readonly scales: readonly {
    readonly coefficient: { readonly id: string; readonly label: string };
    readonly agents: object;
  }[];
  readonly last: LastChoiceParts | undefined;
}

/** The decision of the definition. */
export function decisionOf(
  outcome: string,
  { spec, alternatives }: ChoiceColumns,
  { terms, perceived }: ChoiceTerms,
  { available, random, classes, nests, scales, last }: DecisionParts,
): object {
  const { money } = spec.alternatives!;
  return {
    family: 'conditional_logit',
    id: idOf(outcome),
    label: spec.outcome.label ?? labelOf(outcome),
    alternatives: alternatives.map(({ raw: _raw, ...alternative }) => ({
      ...alternative,
      noun: alternative.label,
      ...available.get(alternative.id),
    })),
    variables: [...perceived.values()],
    coefficients: [
      ...random.coefficients,
      ...random.distributions,
      ...classes.coefficients,
      ...nests.coefficients,
      ...scales.map(({ coefficient }) => coefficient),
      ...Array.from(perceived.values(), ({ label, box_cox: own }) =>
        own ? [{ id: own.power, label: `Box-Cox power of ${label}` }] : [],
      ).flat(),
    ],
    ...(money !== undefined && { money }),
    ...(classes.classes && { classes: classes.classes }),
    ...(nests.nests.length > 0 && { nests: nests.nests }),
    ...(nests.divided && { divided: nests.divided }),
    ...(last && { periods: last.periods }),
    ...(scales.length > 0 && {
      scales: scales.map(({ coefficient, agents }) => ({ coefficient: coefficient.id, agents })),
    }),
    terms: terms.map(({ about: _about, ...term }) => ({ ...term, scale: 1 })),
  };
}
