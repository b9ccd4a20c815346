import { z } from 'zod';
import { manifestSchema, toManifestFields } from '../analysis/manifest.record.js';
import { simulationIdSchema } from '../simulation.record.js';
import { ensembleIdSchema, memberShape, weightsSchema } from './ensemble.schema.js';
import type { CompletedEnsemble } from './ensembles.service.js';

const fields = manifestSchema.omit({ definition: true }).shape;

/** Everything that determines the results of an ensemble, and their digests. The manifests of its simulations have the definitions. */
export const ensembleManifestSchema = z
  .strictObject({
    ensemble_id: ensembleIdSchema,
    models: z.array(
      z.strictObject({
        simulation_id: simulationIdSchema,
        ...fields,
        ...memberShape,
      }),
    ),
    weights: weightsSchema,
  })
  .meta({ id: 'EnsembleManifest' });
export type EnsembleManifest = z.infer<typeof ensembleManifestSchema>;

export function toEnsembleManifest({ record, simulations }: CompletedEnsemble): EnsembleManifest {
  const models = record.models.map(({ simulation_id, weight, outcomes }, k) => ({
    ...{ simulation_id, weight, outcomes },
    ...toManifestFields(simulations[k]!),
  }));
  return { ensemble_id: record.id, models, weights: record.weights };
}
