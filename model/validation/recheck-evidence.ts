import type { Issue } from '../engine-error.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Fit, HoldOut } from '../definition/evidence.schema.js';
import { comparisonIssues, type DerivedValue, derivedValuesOfComparison } from './recheck-comparison.js';

/** Allowed absolute difference: the published values are rounded. */
const tolerance = 1e-3;
/** Allowed relative difference: standard errors and covariances are rounded separately. */
const relativeTolerance = 0.01;
/** Allowed difference between simulation and closed form, in standard errors. Random error exceeds it about once in two million comparisons. */
const maxStandardErrors = 5;

/**
 * Recomputes the values of the evidence that follow from other values of it, and returns an issue for each difference. Values that
 * need the data are not checked, because a definition does not contain the data.
 */
export function recheckEvidence(definition: WorkflowDefinition): Issue[] {
  const { evidence } = definition;
  const { split, fits, hold_out: holdOut } = evidence;
  const values: DerivedValue[] = [
    { path: 'hold_out.observations', stated: holdOut.observations, derived: split.test_observations, maxDifference: 0 },
    ...fits.flatMap(derivedValuesOfFit),
    ...derivedValuesOfHoldOut(holdOut),
    ...derivedValuesOfComparison(definition),
  ];
  return [
    ...values
      .filter(({ stated, derived, maxDifference }) => !(Math.abs(stated - derived) <= maxDifference))
      .map(({ path, label, stated, derived }) => ({
        path: `evidence.${path}`,
        message: `${label ? `${label} ` : ''}is ${stated}, but the rest of the evidence implies ${Number(derived.toPrecision(6))}; correct the evidence`,
      })),
    ...varianceIssues(evidence),
    ...comparisonIssues(definition),
  ];
}

function derivedValuesOfFit({ log_likelihood: fitted, null_models: models }: Fit, index: number): DerivedValue[] {
  return models.map(({ log_likelihood, mcfadden_r2 }, model) => ({
    path: `fits.${index}.null_models.${model}.mcfadden_r2`,
    stated: mcfadden_r2,
    derived: 1 - fitted / log_likelihood,
    maxDifference: tolerance,
  }));
}

function derivedValuesOfHoldOut({
  outcomes,
  scores,
  mcfadden_r2,
  total_variation,
  simulation,
}: HoldOut): DerivedValue[] {
  const sum = (addends: readonly number[]) => addends.reduce((total, value) => total + value, 0);
  const values: DerivedValue[] = [];
  if (outcomes.length > 0) {
    for (const kind of ['observed', 'predicted'] as const) {
      const stated = sum(outcomes.map((outcome) => outcome[kind]));
      values.push({
        path: 'hold_out.outcomes',
        label: `the sum of the ${kind} shares`,
        stated,
        derived: 1,
        maxDifference: tolerance,
      });
    }
    if (total_variation !== undefined) {
      const derived = sum(outcomes.map(({ observed, predicted }) => Math.abs(observed - predicted))) / 2;
      values.push({ path: 'hold_out.total_variation', stated: total_variation, derived, maxDifference: tolerance });
    }
  }
  const agents = simulation?.agents ?? 0;
  outcomes.forEach(({ predicted, simulated }, index) => {
    if (simulated === undefined || agents === 0) return;
    const randomError = Math.sqrt((predicted * (1 - predicted)) / agents);
    const maxDifference = maxStandardErrors * randomError + tolerance;
    values.push({ path: `hold_out.outcomes.${index}.simulated`, stated: simulated, derived: predicted, maxDifference });
  });
  const logLoss = scores.find(({ id }) => id === 'log_loss');
  if (mcfadden_r2 !== undefined && logLoss?.null_value !== undefined) {
    const derived = 1 - logLoss.value / logLoss.null_value;
    values.push({ path: 'hold_out.mcfadden_r2', stated: mcfadden_r2, derived, maxDifference: tolerance });
  }
  return values;
}

/** Checks that each variance of the covariance matrix is the square of the plain or the clustered standard error. */
function varianceIssues({ estimates, covariance }: WorkflowDefinition['evidence']): Issue[] {
  if (!covariance) return [];
  return covariance.coefficients.flatMap((coefficient, k) => {
    const deviation = Math.sqrt(covariance.matrix[k]![k]!);
    const estimate = estimates.find((candidate) => candidate.coefficient === coefficient);
    const standardErrors = [estimate?.standard_error, estimate?.clustered_standard_error];
    const agrees = standardErrors.some(
      (error) => error !== undefined && Math.abs(error - deviation) <= relativeTolerance * deviation,
    );
    if (!estimate || agrees) return [];
    const path = `evidence.covariance.matrix.${k}.${k}`;
    return [{ path, message: `is not the square of the standard error of "${coefficient}"; correct one of them` }];
  });
}
