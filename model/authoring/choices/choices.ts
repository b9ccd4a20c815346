import type { Table } from '../../fitting/rows/table.js';
import { assemble, type Expansion } from '../assemble.js';
import { checkShapes, checkSpecColumns } from '../check-spec.js';
import { decisionOf, choiceNarrative } from './choice-texts.js';
import { furtherChoices, randomParts, classParts, membershipTerms } from './choice-forms.js';
import {
  type Alternative,
  alternativesOf,
  availabilityOf,
  nestsOf,
  referenceOf,
  samplingOf,
  scalesOf,
  withConstants,
  lastChoiceParts,
  type LastChoiceParts,
} from './choice-settings.js';
import { withChoiceSets } from './choice-sets.js';
import { type ChoiceColumns, ChoiceTerms } from './choice-terms.js';
import { AlternativeVariables } from './choice-variables.js';
import { columnsOf, factorsOf, type Formula, type FormulaTerm } from '../formula.js';
import { present, suggestionFor } from '../variables/names.js';
import { parameterOf, type SpecParameter } from '../variables/parameters.js';
import { genericColumns, pivoted } from './pivot.js';
import type { SpecIssues } from '../spec-error.js';
import { parameterColumns, populationColumns, type Spec } from '../spec.schema.js';
import { checkSize, sortedValues, type Variable, Variables } from '../variables/variables.js';

interface ChoiceFormula {
  readonly formula: Formula;
  /** Variables of the alternatives with one coefficient. */
  readonly shared: readonly FormulaTerm[];
  /** Variables of the respondent. */
  readonly personal: readonly FormulaTerm[];
  /** Variables of the alternatives with a coefficient for each. */
  readonly separate: readonly FormulaTerm[];
  /** Log odds of the latent classes. */
  readonly membership: readonly FormulaTerm[];
  readonly hasConstant: boolean;
}

/**
 * Expands a spec of a choice between alternatives. The first part of the formula has variables of the alternatives with one
 * coefficient, the second one variables of the respondent, and the third one variables of the alternatives with a coefficient for each.
 * Source: the formulas of mlogit (Croissant, "Estimation of random utility models in R", Journal of Statistical Software 95, 2020).
 */
export function expandChoices(given: Spec, written: Formula, source: Table, issues: SpecIssues): Expansion {
  const parts = partsOf(given, written, issues);
  const { formula, shared, personal, separate, membership, hasConstant } = parts;
  const wide = pivoted(given, formula, source, issues);
  const choices = choiceColumnsOf(wide.spec, formula);
  const values = sortedValues(choices.flatMap((column) => wide.table.columns.get(column) ?? []));
  const sets = withChoiceSets(wide, formula, values, issues);
  const { spec, table } = sets;
  const variables = new Variables(spec, table, issues, factorsOf(formula));
  const [outcome] = formula.outcome.columns;
  checkSpecColumns(formula, variables);
  variables.profile(outcome!, 'formula');
  const further = furtherChoices(variables);
  issues.throwIfAny();
  const alternatives = alternativesOf(values, variables);
  const isNamed = hasConstant && spec.alternatives!.constants === undefined;
  const ofAlternatives = new AlternativeVariables(alternatives, variables, isNamed);
  readColumns(parts, variables, ofAlternatives, alternatives);
  const reference = referenceOf(alternatives, variables);
  const others = withConstants(alternatives, reference, variables);
  if (others.length === 0 && personal.length > 0)
    issues.add('formula', 'has variables of the respondent, which need an alternative in `alternatives.constants`');
  const available = availabilityOf(sets, alternatives, variables);
  const nests = nestsOf(alternatives, variables);
  const scales = scalesOf(variables);
  const sampling = samplingOf(alternatives, variables);
  const last = lastChoiceParts(alternatives, variables);
  const all = [...ofAlternatives.parameters(), ...personalParameters(formula, variables)];
  issues.throwIfAny();

  const parameters = new Map(all.map((parameter) => [parameter.variable.column, parameter]));
  const columns: ChoiceColumns = { alternatives, variables, ofAlternatives, parameters };
  const terms = new ChoiceTerms(columns);
  if (hasConstant) terms.addConstants(others);
  terms.addOfAlternatives(shared, false);
  terms.addPersonal(personal, others, hasConstant);
  terms.addOfAlternatives(separate, true);
  if (last) terms.addLastChoice(last);
  const random = randomParts(variables, terms.coefficients, terms.ids);
  const classes = classParts(variables, terms.coefficients, membership, parameters);
  issues.throwIfAny();

  const unique = uniqueById(all);
  const [first] = alternatives;
  return assemble(spec, {
    table,
    variables,
    parameters: unique,
    decision: decisionOf(outcome!, columns, terms, { available, random, classes, nests, scales, last }),
    plan: {
      columns: Object.fromEntries(
        [['outcome', outcome!] as const, ...further].map(([name, column]) => [
          name,
          { column, map: Object.fromEntries(alternatives.map(({ raw, id }) => [raw, id])) },
        ]),
      ),
      sources: [outcome!],
      ...(last && { parameters: last.parameters }),
      target: { outcome: first!.id },
      ...(sampling && { data: { sampling } }),
      question: `What share chooses ${first!.label}`,
      ...(spec.id_column && { fit: { population_people: 'rows' } }),
    },
    narrative: choiceNarrative(personalVariables(parts, variables, last), terms, unique, last),
    notes: [
      ...notesOf(spec, alternatives, others, reference, [...further.values()], ofAlternatives.notes),
      ...sets.notes,
    ],
    hasEffects: false,
  });
}

function notesOf(
  { alternatives: settings }: Spec,
  alternatives: readonly Alternative[],
  others: readonly Alternative[],
  reference: string | undefined,
  further: readonly string[],
  ofAlternatives: readonly string[],
): string[] {
  return present(
    `Family: conditional_logit, because the spec names alternatives: ${alternatives.map(({ label }) => label).join(', ')}.`,
    settings!.constants
      ? `Alternatives with a constant: ${others.map(({ label }) => label).join(', ') || 'none, because their names mean nothing'}.`
      : `The constants compare with ${alternatives.find(({ id }) => id === reference)!.label}.`,
    ...ofAlternatives,
    further.length > 0 && `The fit also uses ${further.join(', ')}: the further choices of each row.`,
    settings!.shape === 'long' && 'The long file was read as one row for each choice.',
  );
}

function partsOf(spec: Spec, written: Formula, issues: SpecIssues): ChoiceFormula {
  if (written.groups !== undefined)
    issues.add('formula', 'has random intercepts, which are for other outcomes: use `alternatives.random`');
  if (written.parts.length > 3) issues.add('formula', 'has more than three parts');
  if (spec.outcome.link !== undefined)
    issues.add('outcome.link', 'must be omitted: a choice between alternatives is a logit');
  const membership = membershipTerms(spec, issues);
  const formula = withMembership(written, membership);
  const [shared, personal, separate] = [0, 1, 2].map((k) => formula.parts[k]?.terms ?? []);
  return {
    ...{ formula, shared: shared!, personal: personal!, separate: separate!, membership },
    hasConstant: formula.parts[1]?.hasConstant ?? formula.parts[0]!.hasConstant,
  };
}

/** The formula with the terms of the log odds of the classes as its fourth part, so that all checks of columns include them. */
function withMembership(formula: Formula, terms: readonly FormulaTerm[]): Formula {
  if (terms.length === 0) return formula;
  const none = { terms: [], hasConstant: formula.parts[0]!.hasConstant };
  return { ...formula, parts: [...[0, 1, 2].map((k) => formula.parts[k] ?? none), { terms, hasConstant: true }] };
}

function choiceColumnsOf({ alternatives }: Spec, { outcome }: Formula): string[] {
  const { ranks, worst } = alternatives!;
  return [outcome.columns[0]!, ...(Array.isArray(ranks) ? ranks : []), ...(worst === undefined ? [] : [worst])];
}

/** Reads the columns of the formula, and checks that each is written in the part of its kind. */
function readColumns(
  { formula, shared, personal, separate, membership }: ChoiceFormula,
  variables: Variables,
  ofAlternatives: AlternativeVariables,
  alternatives: readonly Alternative[],
): void {
  const { spec, issues } = variables;
  checkShapes({ ...formula, parts: [{ terms: [...personal, ...membership], hasConstant: true }] }, variables);
  const generic = genericColumns(formula);
  for (const column of personal.flat().map((atom) => atom.column)) {
    if (generic.has(column) && !variables.has(column))
      issues.add('formula', `has "${column}" as a variable of the alternatives and of the respondent`);
    variables.of(column, 'formula');
  }
  for (const column of populationColumns(spec)) variables.of(column, 'population');
  for (const { column } of membership.flat()) variables.of(column, 'alternatives.classes.membership');
  const respondentTransforms = [...shared, ...separate].map((term) =>
    term.filter(({ column, isBoxCox }) => isBoxCox && variables.has(column)),
  );
  // A column without the alternative in its name is a variable of the respondent, in products only.
  for (const column of generic) if (!variables.has(column)) ofAlternatives.read(column);
  checkShapes({ ...formula, parts: [{ terms: respondentTransforms, hasConstant: true }] }, variables);
  for (const [column] of [...shared, ...separate].filter(({ length }) => length === 1).map(([atom]) => [atom!.column]))
    if (variables.has(column!))
      issues.add(
        'formula',
        `"${column}" is the same for all alternatives: write it after |, or name its columns with alternatives.columns`,
      );
  checkSize(
    alternatives.flatMap(() => personal),
    variables,
  );
}

function personalParameters(formula: Formula, variables: Variables): readonly SpecParameter[] {
  const { spec, issues } = variables;
  const generic = genericColumns(formula);
  return parameterColumns(spec).flatMap(([column, stated]) => {
    if (generic.has(column) && !variables.has(column)) return [];
    if (!columnsOf(formula).includes(column)) {
      issues.add(`parameters.${column}`, `${column} is not in the formula${suggestionFor(column, columnsOf(formula))}`);
      return [];
    }
    const variable = variables.of(column, `parameters.${column}`);
    return (variable && parameterOf(variable, stated, variables)) ?? [];
  });
}

function personalVariables(
  { personal, membership }: ChoiceFormula,
  variables: Variables,
  last: LastChoiceParts | undefined,
): readonly Variable[] {
  return variables.all.filter(
    ({ column }) =>
      [...personal, ...membership].flat().some((atom) => atom.column === column) ||
      column === last?.variable.column ||
      populationColumns(variables.spec).includes(column),
  );
}

function uniqueById(parameters: readonly SpecParameter[]): SpecParameter[] {
  return [...new Map(parameters.toReversed().map((parameter) => [parameter.id, parameter])).values()].toReversed();
}
