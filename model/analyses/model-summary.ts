import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { studentProbability } from '../math/student.js';
import { predictorFormulas } from '../equations/formulas.js';
import { fitMeasures } from '../definition/fit-measures.js';

const maxCharacters = 100_000;
const minCorrelation = 0.5;
const maxCorrelations = 20;

/**
 * Summarizes a model as an expert reads it: the formulas of outcomes, predictors and variables, the estimates with the standard errors of the
 * covariance that simulations use and two-sided p-values, the fit of the model as a whole, and the pairs of estimates with the strongest
 * correlations. Numbers that the evidence lacks are null, such as the standard error of a coefficient at a bound.
 */
export function modelSummary(definition: WorkflowDefinition) {
  const { decision, evidence } = definition;
  const family = familyOf(decision);
  const labels = new Map(decision.coefficients.map(({ id, label }) => [id, label]));
  const degrees = evidence.covariance?.degrees_of_freedom;
  return {
    formulas: limited([...family.formulas(decision), ...predictorFormulas(family.linear(decision))]),
    estimates: evidence.estimates.map((own) => {
      const error = errorOf(evidence, own.coefficient) ?? own.standard_error;
      const known = {
        coefficient: own.coefficient,
        label: labels.get(own.coefficient) ?? own.coefficient,
        estimate: own.estimate,
      };
      if (!(error > 0)) return { ...known, standardError: null, z: null, p: null };
      const z = own.estimate / error;
      return { ...known, standardError: error, z, p: studentProbability(z, degrees) };
    }),
    standardErrors: evidence.covariance?.method ?? null,
    // The first fit supplies the estimates.
    fit: (evidence.fits[0] && fitMeasures(definition, evidence.fits[0].sample)) ?? null,
    correlations: strongestCorrelations(evidence),
  };
}

/** Leaves out the last formulas of a model whose many terms and alternatives would make megabytes of text. */
function limited(formulas: readonly string[]): string[] {
  let characters = 0;
  const shown = formulas.filter((formula) => (characters += formula.length) <= maxCharacters);
  const omitted = formulas.length - shown.length;
  return omitted === 0 ? shown : [...shown, `… and ${omitted} more formulas`];
}

function errorOf({ covariance }: WorkflowDefinition['evidence'], coefficient: string): number | undefined {
  const at = covariance?.coefficients.indexOf(coefficient) ?? -1;
  return at < 0 ? undefined : Math.sqrt(covariance!.matrix[at]![at]!);
}

function strongestCorrelations({ covariance }: WorkflowDefinition['evidence']) {
  if (!covariance) return [];
  const { coefficients, matrix } = covariance;
  return coefficients
    .flatMap((first, i) =>
      coefficients.slice(0, i).map((second, j) => {
        const correlation = matrix[i]![j]! / Math.sqrt(matrix[i]![i]! * matrix[j]![j]!);
        return { coefficients: [second, first] as const, correlation };
      }),
    )
    .filter(({ correlation }) => Math.abs(correlation) >= minCorrelation)
    .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))
    .slice(0, maxCorrelations);
}
