import { type Issue } from '../engine-error.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Fit, type HoldOut } from '../definition/evidence.schema.js';

/** Numbers are written down rounded. */
const ROUNDING = 1e-3;
/** Standard errors and covariances are rounded by themselves. */
const RELATIVE_ROUNDING = 0.01;
/** Agents stray farther from the closed form once in a million definitions. */
const DEVIATIONS_OF_LUCK = 5;

/**
 * Recomputes of the evidence what follows from the rest of it: what does not is an issue. That it is true of people takes their data,
 * which a definition does not bring along.
 */
export function recheckEvidence({ evidence }: WorkflowDefinition): Issue[] {
  const { split, fits, hold_out: holdOut } = evidence;
  const claims: Claim[] = [
    { path: 'hold_out.observations', told: holdOut.observations, found: split.test_observations, within: 0 },
    ...fits.flatMap(claimsOfFit),
    ...claimsOfHoldOut(holdOut),
  ];
  return [
    ...claims
      .filter(({ told, found, within }) => !(Math.abs(told - found) <= within))
      .map(({ path, told, found }) => ({
        path: `evidence.${path}`,
        message: `says ${told}, where the rest of the evidence comes to ${Number(found.toPrecision(6))}`,
      })),
    ...errorIssues(evidence),
  ];
}

interface Claim {
  path: string;
  told: number;
  found: number;
  within: number;
}

function claimsOfFit({ log_likelihood: fitted, null_models: models }: Fit, index: number): Claim[] {
  return models.map(({ log_likelihood, mcfadden_r2 }, model) => ({
    path: `fits.${index}.null_models.${model}.mcfadden_r2`,
    ...{ told: mcfadden_r2, found: 1 - fitted / log_likelihood, within: ROUNDING },
  }));
}

function claimsOfHoldOut({ outcomes, scores, mcfadden_r2, total_variation, simulation }: HoldOut): Claim[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const claims: Claim[] = [];
  if (outcomes.length > 0) {
    for (const kind of ['observed', 'predicted'] as const) {
      const told = sum(outcomes.map((outcome) => outcome[kind]));
      claims.push({ path: 'hold_out.outcomes', told, found: 1, within: ROUNDING });
    }
    if (total_variation !== undefined) {
      const found = sum(outcomes.map(({ observed, predicted }) => Math.abs(observed - predicted))) / 2;
      claims.push({ path: 'hold_out.total_variation', told: total_variation, found, within: ROUNDING });
    }
  }
  const agents = simulation?.agents ?? 0;
  outcomes.forEach(({ predicted, simulated }, index) => {
    if (simulated === undefined || agents === 0) return;
    const luck = Math.sqrt((predicted * (1 - predicted)) / agents);
    const within = DEVIATIONS_OF_LUCK * luck + ROUNDING;
    claims.push({ path: `hold_out.outcomes.${index}.simulated`, told: simulated, found: predicted, within });
  });
  const logLoss = scores.find(({ id }) => id === 'log_loss');
  if (mcfadden_r2 !== undefined && logLoss?.null_value !== undefined) {
    const found = 1 - logLoss.value / logLoss.null_value;
    claims.push({ path: 'hold_out.mcfadden_r2', told: mcfadden_r2, found, within: ROUNDING });
  }
  return claims;
}

/** The diagonal of the covariance must be that of the standard errors, the plain or the clustered ones. */
function errorIssues({ estimates, covariance }: WorkflowDefinition['evidence']): Issue[] {
  if (!covariance) return [];
  return covariance.coefficients.flatMap((coefficient, k) => {
    const spread = Math.sqrt(covariance.matrix[k]![k]!);
    const estimate = estimates.find((one) => one.coefficient === coefficient);
    const told = [estimate?.standard_error, estimate?.clustered_standard_error];
    const agrees = told.some((error) => error !== undefined && Math.abs(error - spread) <= RELATIVE_ROUNDING * spread);
    if (!estimate || agrees) return [];
    const path = `evidence.covariance.matrix.${k}.${k}`;
    return [{ path, message: `is not the square of the standard error of "${coefficient}"` }];
  });
}
