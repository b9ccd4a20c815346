import type { WorkflowDefinition } from '../../engine/definition.js';
import type { Calibration } from '../calibration.js';
import { uncertaintyEvidence } from '../evidence/fit-evidence.js';

/**
 * The definition of a calibration with robust standard errors: the sandwich covariance by cluster or, without clusters, by row, or that of
 * the bootstrap. Errors of models with weights or clusters are robust already. Markets are fitted separately and stay as they are.
 */
export function withRobustErrors({ definition, samples, held }: Calibration): WorkflowDefinition {
  const [sample] = samples;
  if (!sample) return definition;
  const { evidence } = definition;
  const { estimates, covariance } = uncertaintyEvidence(
    sample,
    { clustered: true },
    held?.model.rows.isSampleWeighted ?? false,
  );
  const method = covariance!.method.replace('clustered: ', 'robust (sandwich): ');
  return { ...definition, evidence: { ...evidence, estimates, covariance: { ...covariance!, method } } };
}
