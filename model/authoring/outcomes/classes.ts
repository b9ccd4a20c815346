import type { Formula, FormulaTerm } from '../formula.js';
import { FormulaError, parseFormula } from '../formula.js';
import { type ModelColumn, modelColumns } from '../model-terms.js';
import { UniqueIds } from '../variables/names.js';
import type { SpecParameter } from '../variables/parameters.js';
import type { SpecIssues } from '../spec-error.js';
import type { Spec } from '../spec.schema.js';
import type { Variables } from '../variables/variables.js';

/** Parts of a decision with latent classes. The coefficients come after the others. */
export interface ClassParts {
  readonly classes?: readonly object[];
  readonly coefficients: readonly { readonly id: string; readonly label: string }[];
}

const path = 'alternatives.classes.membership';

/** Terms of the log odds of the latent classes; none if the shares are the same for all respondents. */
export function membershipTerms({ alternatives }: Spec, issues: SpecIssues): readonly FormulaTerm[] {
  const text = alternatives?.classes?.membership;
  if (text === undefined) return [];
  try {
    const { parts }: Formula = parseFormula(`class ~ ${text}`);
    if (parts.length > 1) issues.add(path, 'has a part after |: write columns of the respondent with +');
    return parts[0]!.terms;
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    issues.add(path, error.message);
    return [];
  }
}

/**
 * Latent classes in which all coefficients of the terms differ. The coefficients are those of the first class.
 *
 * @param coefficients coefficients of the terms
 * @param membership terms of the log odds
 */
export function classParts(
  { alternatives }: Spec,
  coefficients: readonly { readonly id: string; readonly label: string }[],
  membership: readonly FormulaTerm[],
  variables: Variables,
  parameters: ReadonlyMap<string, SpecParameter>,
  issues: SpecIssues,
): ClassParts {
  const number = alternatives!.classes?.number;
  if (number === undefined) return { coefficients: [] };
  for (const column of new Set(membership.flat().map((atom) => atom.column)))
    if (parameters.has(column))
      issues.add(path, `"${column}" is a parameter, but the class of an agent is the same in every scenario`);
  const ids = new UniqueIds(coefficients.map(({ id }) => id));
  const columns = modelColumns(
    membership,
    true,
    (column) => variables.of(column, path),
    parameters,
    issues,
    new UniqueIds(),
    // The log odds of each class have their own constant.
    { hasThresholds: true },
  );
  const parts = Array.from({ length: number }, (_, k) => classOf(k + 1, coefficients, columns, ids));
  return {
    classes: parts.map(({ own }) => own),
    coefficients: parts.flatMap((part) => part.coefficients),
  };
}

/** @param k number of the class, from 1 */
function classOf(
  k: number,
  general: readonly { readonly id: string; readonly label: string }[],
  columns: readonly ModelColumn[],
  ids: UniqueIds,
): { own: object; coefficients: { id: string; label: string }[] } {
  const name = { id: `class_${k}`, label: `Class ${k}`, phrase: `I belong to class ${k}` };
  if (k === 1) return { own: { ...name, coefficients: {} }, coefficients: [] };
  const replacements = general.map(({ id, label }) => ({
    of: id,
    id: ids.of(`${id}_class_${k}`),
    label: `${label}, class ${k}`,
  }));
  const constant = { id: ids.of(`log_odds_class_${k}`), label: `Log odds of class ${k}` };
  const effects = columns.map(({ coefficient, label, terms }) => ({
    id: ids.of(`log_odds_class_${k}_${coefficient}`),
    label: `Log odds of class ${k}: ${label}`,
    terms,
  }));
  return {
    own: {
      ...name,
      log_odds: constant.id,
      coefficients: Object.fromEntries(replacements.map(({ of, id }) => [of, id])),
      ...(effects.length > 0 && {
        membership: effects.flatMap(({ id, label, terms }) =>
          terms.map(({ factors }) => ({ id, label, coefficient: id, scale: 1, factors })),
        ),
      }),
    },
    coefficients: [
      ...replacements.map(({ id, label }) => ({ id, label })),
      constant,
      ...effects.map(({ id, label }) => ({ id, label })),
    ],
  };
}
