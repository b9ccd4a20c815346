import { z } from 'zod';
import type { SensitivityRequest } from '../../engine/analyses.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { objectType } from '../object-type.js';
import { studyRequestShape, studyStateShape, toStudyFields } from '../studies/study.record.js';
import { studyOf, type StoredStudy } from '../studies/study.js';
import { sensitivityResultSchema } from './sensitivity-result.schema.js';
import { methodShape } from './sensitivity.schema.js';

export const sensitivityIdSchema = z
  .string()
  .regex(/^sens_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the sensitivity analysis.', examples: ['sens_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

export const sensitivityShape = {
  ...studyRequestShape,
  parameters: z
    .array(
      z.strictObject({
        name: z.string().meta({ description: 'Name of the parameter.', examples: ['train_cost_factor'] }),
        from: z
          .number()
          .nullable()
          .meta({ description: 'Lower end; null for a choice.', examples: [0.8] }),
        to: z
          .number()
          .nullable()
          .meta({ description: 'Upper end; null for a choice.', examples: [1.2] }),
        options: z
          .array(z.string())
          .nullable()
          .meta({ description: 'Options of a choice; null for a number.', examples: [null] }),
      }),
    )
    .meta({ description: 'The varied parameters with their ranges.' }),
  ...methodShape,
};

export const sensitivityRecordSchema = z
  .strictObject({
    object: objectType('sensitivity'),
    id: sensitivityIdSchema,
    ...sensitivityShape,
    ...studyStateShape,
    result: sensitivityResultSchema
      .nullable()
      .meta({ description: 'The result; null unless the status is `completed`.', examples: [null] }),
  })
  .meta({ id: 'Sensitivity' });
export type SensitivityRecord = z.infer<typeof sensitivityRecordSchema>;
export const deletedSensitivitySchema = z.strictObject({ id: sensitivityIdSchema, deleted: z.literal(true) });

/** Converts a row to the record in API responses. */
export function toSensitivityRecord(row: Simulation): SensitivityRecord {
  const study = storedSensitivity(row);
  const result = row.summary as SensitivityRecord['result'];
  return { object: 'sensitivity', ...toStudyFields(row, study), ...toSensitivityFields(study.request), result };
}

/** The record in lists, without the figures. */
export function toListedSensitivity(row: Simulation): SensitivityRecord {
  const record = toSensitivityRecord(row);
  return { ...record, result: record.result && { ...record.result, figures: [] } };
}

/** The fields of a sensitivity analysis in records. */
export function toSensitivityFields({ parameters, ...method }: SensitivityRequest) {
  const { include_coefficients, trajectories, samples, max_parameters } = method;
  return {
    parameters: parameters.map((own) =>
      'options' in own
        ? { name: own.name, from: null, to: null, options: [...own.options] }
        : { name: own.name, from: own.from, to: own.to, options: null },
    ),
    include_coefficients,
    trajectories,
    samples,
    max_parameters,
  };
}

export function storedSensitivity(
  row: Pick<Simulation, 'id' | 'study'>,
): Extract<StoredStudy, { kind: 'sensitivity' }> {
  const study = studyOf(row);
  if (study?.kind !== 'sensitivity') throw new Error(`${row.id} is not a sensitivity analysis`);
  return study;
}
