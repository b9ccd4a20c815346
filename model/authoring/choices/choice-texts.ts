import { inTemplate, withArticle } from '../../equations/sentence.js';
import type { ChoiceTerms, PerceivedVariable, Term, ChoiceColumns } from './choice-terms.js';
import type { LastChoiceParts } from './choice-settings.js';
import { capitalized, idOf, inSentence, labelOf } from '../variables/names.js';
import type { SpecParameter } from '../variables/parameters.js';
import { changeText, clauseOf } from '../texts.js';
import type { Variable } from '../variables/variables.js';
import type { NestParts, randomParts, ClassParts } from './choice-forms.js';

interface DecisionParts {
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
  { alternatives, variables: { spec } }: ChoiceColumns,
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

/** Texts of transcripts. */
export function choiceNarrative(
  personal: readonly Variable[],
  { terms, perceived, nouns }: ChoiceTerms,
  parameters: readonly SpecParameter[],
  last: LastChoiceParts | undefined,
): Record<string, unknown> {
  return {
    introduction:
      personal.length > 0
        ? personal.map((variable) => ({ text: capitalized(clauseOf(variable)) }))
        : [{ text: 'I am one of the respondents' }],
    situation: [],
    variables: Object.fromEntries(
      Array.from(nouns, ([id, noun]) => [id, { text: `has ${inTemplate(withArticle(noun))} of {value}` }]),
    ),
    assignments: {},
    reasons: reasonsOf(terms, nouns, personal),
    levers: {
      ...last?.texts,
      ...Object.fromEntries(parameters.map((parameter) => [parameter.id, changeOf(parameter, perceived)])),
    },
    peers: 'respondents like me',
    baseline: 'At the baseline',
    outcome: {
      chosen: 'I choose {alternative}',
      would: 'I would choose {alternative}',
      would_have: 'I would have chosen {alternative}',
    },
  };
}

function reasonsOf(
  terms: readonly Term[],
  nouns: ReadonlyMap<string, string>,
  personal: readonly Variable[],
): object[] {
  const groups = new Map<string, Term[]>();
  for (const term of terms) groups.set(term.about, [...(groups.get(term.about) ?? []), term]);
  return Array.from(groups, ([about, own]) => {
    const noun = nouns.get(about);
    const name = noun && inTemplate(noun);
    const reason = { id: about, terms: own.map(({ id }) => id) };
    if (name !== undefined) {
      return {
        ...reason,
        variable: about,
        less: `its ${name} is {difference} lower`,
        more: `its ${name} is {difference} higher`,
        absent_chosen: `it has no ${name}`,
        absent_other: `the other has no ${name}`,
      };
    }
    if (about === 'constant')
      return { ...reason, text: 'respondents prefer {favoured} to {less_favoured} if all else is equal' };
    const names = about
      .split('_x_')
      .map((id) => personal.find(({ column }) => idOf(column) === id)?.noun ?? inSentence(labelOf(id)));
    return { ...reason, text: `my ${inTemplate(names.join(' and '))} favors {favoured}` };
  });
}

function changeOf(parameter: SpecParameter, perceived: ReadonlyMap<string, PerceivedVariable>): object {
  const variable = [...perceived.values()].find(({ alternatives }) =>
    Object.values(alternatives).some((factors) =>
      factors.some((factor) => 'parameter' in factor && factor.parameter === parameter.id),
    ),
  );
  if (!variable || !parameter.about) return { text: changeText(parameter) };
  return {
    variable: variable.id,
    alternative: parameter.about,
    text: `With ${inTemplate(withArticle(parameter.noun))} of {new} instead of {old}`,
  };
}
