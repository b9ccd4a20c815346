import type { Issue } from '../engine-error.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Fit, HoldOut, ModelComparison } from '../definition/evidence.schema.js';
import { chiSquareTail } from '../math/gamma.js';
import { log } from '../math/elementary.js';
import { normalCumulative } from '../math/normal.js';
import { fitMeasures } from '../definition/fit-measures.js';

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

function derivedValuesOfHoldOut(holdOut: HoldOut): DerivedValue[] {
  const { outcomes, scores, mcfadden_r2, total_variation, simulation } = holdOut;
  const sum = (addends: readonly number[]) => addends.reduce((total, value) => total + value, 0);
  const values: DerivedValue[] = [];
  if (outcomes.length > 0) {
    for (const kind of ['observed', 'predicted'] as const) {
      const stated = sum(outcomes.map((outcome) => outcome[kind]));
      const label = `the sum of the ${kind} shares`;
      values.push({ path: 'hold_out.outcomes', label, stated, derived: 1, maxDifference: tolerance });
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

/** Allowed difference: log-likelihoods, criteria and probabilities are rounded to eight decimals. */
const comparisonTolerance = 1e-6;

/** Value of the evidence that also follows from other values of it. */
interface DerivedValue {
  path: string;
  /** Subject of the message. Default: the value at `path`. */
  label?: string;
  stated: number;
  derived: number;
  maxDifference: number;
}

type ComparedModel = ModelComparison['models'][number];

/** Values of the comparison with another model that follow from the rest of the evidence, or from other values of the comparison. */
function derivedValuesOfComparison(definition: WorkflowDefinition): DerivedValue[] {
  const { comparison, hold_out: holdOut } = definition.evidence;
  const fit = comparison && fitMeasures(definition, comparison.sample);
  if (!comparison || !fit) return [];
  const {
    observations,
    models: [own, other],
    likelihood_ratio: ratio,
    vuong,
  } = comparison;
  const value = (path: string, stated: number | null, derived: number, maxDifference = comparisonTolerance) =>
    stated === null ? [] : [{ path: `comparison.${path}`, stated, derived, maxDifference }];
  const criteria = (position: number, { aic, bic, parameters, log_likelihood }: ComparedModel) => [
    ...value(`models.${position}.aic`, aic, 2 * parameters - 2 * log_likelihood),
    ...value(`models.${position}.bic`, bic, log(observations) * parameters - 2 * log_likelihood),
  ];
  const degrees = ratio?.degrees_of_freedom ?? 0;
  const [small, large] = own.parameters < other.parameters ? [own, other] : [other, own];
  return [
    ...value('observations', observations, fit.observations, 0),
    ...value('models.0.parameters', own.parameters, fit.parameters, 0),
    ...value('models.0.log_likelihood', own.log_likelihood, fit.logLikelihood),
    ...(fit.mcfaddenR2 === undefined ? [] : value('models.0.mcfadden_r2', own.mcfadden_r2, fit.mcfaddenR2)),
    ...[own, other].flatMap((model, position) => criteria(position, model)),
    ...holdOut.scores.flatMap(({ id, value: score }) =>
      value(`models.0.held_out.${id}`, own.held_out[id] ?? null, score),
    ),
    ...(ratio
      ? [
          ...value('likelihood_ratio.degrees_of_freedom', degrees, large.parameters - small.parameters, 0),
          ...value(
            'likelihood_ratio.statistic',
            ratio.statistic,
            Math.max(0, 2 * (large.log_likelihood - small.log_likelihood)),
          ),
          ...value('likelihood_ratio.p', ratio.p, chiSquareTail(ratio.statistic, degrees)),
        ]
      : []),
    ...(vuong ? value('vuong.p', vuong.p, 2 * normalCumulative(-Math.abs(vuong.z))) : []),
  ];
}

/** Problems of the comparison that no single number shows. */
function comparisonIssues(definition: WorkflowDefinition): Issue[] {
  const { workflow_id: id, version, evidence } = definition;
  const { comparison, hold_out: holdOut } = evidence;
  if (!comparison) return [];
  const [own, other] = comparison.models;
  const fit = fitMeasures(definition, comparison.sample);
  const isLikelihood = fit?.aic !== undefined;
  const scores = new Set<string>(holdOut.scores.map((score) => score.id));
  const unknown = [own, other].flatMap(({ held_out: held }) => Object.keys(held).filter((score) => !scores.has(score)));
  const problems: [boolean, string, string][] = [
    [!fit, 'sample', `is "${comparison.sample}", but the evidence has no fit of that sample`],
    [
      own.workflow_id !== id || own.version !== version,
      'models.0',
      `is ${own.workflow_id} ${own.version}, but must be this workflow, ${id} ${version}`,
    ],
    [
      other.workflow_id === id && other.version === version,
      'models.1',
      'is this workflow: compare it with another model or version',
    ],
    [
      unknown.length > 0,
      'models',
      `has held-out scores that \`hold_out.scores\` lacks: ${unknown.slice(0, 3).join(', ')}`,
    ],
    [
      fit !== undefined && !isLikelihood && (own.aic !== null || own.bic !== null),
      'models.0',
      'has information criteria, which do not apply to models with priors or sampling weights',
    ],
    [
      (own.aic === null || other.aic === null) && comparison.likelihood_ratio !== null,
      'likelihood_ratio',
      'does not apply to models with priors or sampling weights: it must be null',
    ],
  ];
  return problems.flatMap(([isWrong, path, message]) =>
    isWrong ? [{ path: `evidence.comparison.${path}`, message }] : [],
  );
}
