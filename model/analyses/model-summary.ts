import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { studentProbability } from '../math/student.js';
import { predictorFormulas } from '../equations/formulas.js';
import { type FitMeasures, fitMeasures } from '../definition/fit-measures.js';

/** Estimate of a coefficient. `null` where the evidence has no standard error, such as for a coefficient at a bound. */
export interface SummarizedEstimate {
  readonly coefficient: string;
  readonly label: string;
  readonly estimate: number;
  /** Standard error of the covariance that simulations use. */
  readonly standardError: number | null;
  readonly z: number | null;
  /** Two-sided probability of a greater |z| if the coefficient is 0. */
  readonly p: number | null;
}

/** Two correlated estimates. */
export interface EstimateCorrelation {
  readonly coefficients: readonly [string, string];
  readonly correlation: number;
}

/** A model as an expert reads it. */
export interface ModelSummary {
  /** Formulas of the outcomes, predictors and variables, one per line, with ids as names. At most 100,000 characters. */
  readonly formulas: readonly string[];
  readonly estimates: readonly SummarizedEstimate[];
  /** Method of the standard errors, such as clustered; null if the evidence has no covariance. */
  readonly standardErrors: string | null;
  /** Null if the evidence has no fit of the model as a whole. */
  readonly fit: FitMeasures | null;
  /** Pairs of estimates with the strongest correlations, the strongest first. Weaker ones are left out. */
  readonly correlations: readonly EstimateCorrelation[];
}

const maxCharacters = 100_000;
const minCorrelation = 0.5;
const maxCorrelations = 20;

/** Summarizes the formulas, estimates, fit and correlations of a definition. */
export function modelSummary(definition: WorkflowDefinition): ModelSummary {
  const { decision, evidence } = definition;
  const family = familyOf(decision);
  const labels = new Map(decision.coefficients.map(({ id, label }) => [id, label]));
  const degrees = evidence.covariance?.degrees_of_freedom;
  return {
    formulas: limited([...family.formulas(decision), ...predictorFormulas(family.linear(decision))]),
    estimates: evidence.estimates.map((own): SummarizedEstimate => {
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

function strongestCorrelations({ covariance }: WorkflowDefinition['evidence']): EstimateCorrelation[] {
  if (!covariance) return [];
  const { coefficients, matrix } = covariance;
  return coefficients
    .flatMap((first, i) =>
      coefficients.slice(0, i).map((second, j): EstimateCorrelation => {
        const correlation = matrix[i]![j]! / Math.sqrt(matrix[i]![i]! * matrix[j]![j]!);
        return { coefficients: [second, first], correlation };
      }),
    )
    .filter(({ correlation }) => Math.abs(correlation) >= minCorrelation)
    .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))
    .slice(0, maxCorrelations);
}
