import type { WorkflowDefinition } from '../../engine/definition.js';
import type { Calibration } from '../calibration.js';
import { uncertaintyEvidence } from '../evidence/fit-evidence.js';

/**
 * The definition of a calibration with robust standard errors: from the sandwich covariance by cluster or, without clusters, by row, or from
 * a bootstrap. Models with weights or clusters have robust errors already. Markets, and data with too few clusters, keep their errors.
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
  const { rows, clusters } = sample.fitted.fit;
  const robust = covariance!.method.replace('clustered: ', 'robust (sandwich): ');
  const method = rows === clusters ? robust.replace('clusters', 'rows') : robust;
  return { ...definition, evidence: { ...evidence, estimates, covariance: { ...covariance!, method } } };
}
