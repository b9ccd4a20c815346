import type { Issue } from '../engine-error.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { ModelComparison } from '../definition/evidence.schema.js';
import { chiSquareTail } from '../math/gamma.js';
import { log } from '../math/elementary.js';
import { normalCumulative } from '../math/normal.js';
import { fitMeasures } from '../definition/fit-measures.js';

/** Allowed difference: log-likelihoods and criteria are rounded to eight decimals. */
const tolerance = 1e-6;
/** Allowed difference of probabilities, which are rounded to eight digits. */
const probabilityTolerance = 1e-6;

/** Value of the evidence that also follows from other values of it. */
export interface DerivedValue {
  path: string;
  /** Subject of the message. Default: the value at `path`. */
  label?: string;
  stated: number;
  derived: number;
  maxDifference: number;
}

type ComparedModel = ModelComparison['models'][number];

/** Values of the comparison with another model that follow from the rest of the evidence, or from other values of the comparison. */
export function derivedValuesOfComparison(definition: WorkflowDefinition): DerivedValue[] {
  const { comparison, hold_out: holdOut } = definition.evidence;
  const fit = comparison && fitMeasures(definition, comparison.sample);
  if (!comparison || !fit) return [];
  const {
    observations,
    models: [own, other],
    likelihood_ratio: ratio,
    vuong,
  } = comparison;
  const value = (path: string, stated: number | null, derived: number, maxDifference = tolerance) =>
    stated === null ? [] : [{ path: `comparison.${path}`, stated, derived, maxDifference }];
  const criteria = (position: number, { aic, bic, parameters, log_likelihood }: ComparedModel) => [
    ...value(`models.${position}.aic`, aic, 2 * parameters - 2 * log_likelihood),
    ...value(`models.${position}.bic`, bic, log(observations) * parameters - 2 * log_likelihood),
  ];
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
          ...value(
            'likelihood_ratio.degrees_of_freedom',
            ratio.degrees_of_freedom,
            large.parameters - small.parameters,
            0,
          ),
          ...value(
            'likelihood_ratio.statistic',
            ratio.statistic,
            Math.max(0, 2 * (large.log_likelihood - small.log_likelihood)),
          ),
          ...value(
            'likelihood_ratio.p',
            ratio.p,
            chiSquareTail(ratio.statistic, ratio.degrees_of_freedom),
            probabilityTolerance,
          ),
        ]
      : []),
    ...(vuong ? value('vuong.p', vuong.p, 2 * normalCumulative(-Math.abs(vuong.z)), probabilityTolerance) : []),
  ];
}

/** Problems of the comparison that no single number shows. */
export function comparisonIssues(definition: WorkflowDefinition): Issue[] {
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
