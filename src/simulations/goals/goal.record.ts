import { z } from 'zod';
import type { GoalRequest } from '../../engine/analyses.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { objectType } from '../object-type.js';
import { studyRequestShape, studyStateShape, toStudyFields } from '../studies/study.record.js';
import { studyOf, type StoredStudy } from '../studies/study.js';
import { goalResultSchema } from './goal-result.schema.js';
import { constraintSchema, objectiveSchema } from './goal.schema.js';

export const goalIdSchema = z
  .string()
  .regex(/^goal_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the goal.', examples: ['goal_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

export const goalShape = {
  ...studyRequestShape,
  parameters: z
    .array(
      z.strictObject({
        name: z.string().meta({ description: 'Name of the parameter.', examples: ['swissmetro_cost_factor'] }),
        from: z.number().meta({ description: 'Lower bound.', examples: [0.5] }),
        to: z.number().meta({ description: 'Upper bound.', examples: [3] }),
      }),
    )
    .meta({ description: 'The varied parameters with their bounds.' }),
  objective: objectiveSchema,
  constraints: z.array(constraintSchema).meta({ description: 'Constraints of the request.', examples: [[]] }),
};

export const goalRecordSchema = z
  .strictObject({
    object: objectType('goal'),
    id: goalIdSchema,
    ...goalShape,
    ...studyStateShape,
    result: goalResultSchema
      .nullable()
      .meta({ description: 'The result; null unless the status is `completed`.', examples: [null] }),
  })
  .meta({ id: 'Goal' });
export type GoalRecord = z.infer<typeof goalRecordSchema>;
export const deletedGoalSchema = z.strictObject({ id: goalIdSchema, deleted: z.literal(true) });

/** Converts a row to the record in API responses. */
export function toGoalRecord(row: Simulation): GoalRecord {
  const study = storedGoal(row);
  const result = row.summary as GoalRecord['result'];
  return {
    object: 'goal',
    ...toStudyFields(row, study),
    ...toGoalFields(study.request),
    result,
  };
}

/** The record in lists, without the curve. */
export function toListedGoal(row: Simulation): GoalRecord {
  const record = toGoalRecord(row);
  return { ...record, result: record.result && { ...record.result, curve: [] } };
}

/** The fields of a goal in records. */
export function toGoalFields({ parameters, objective, constraints }: GoalRequest) {
  return {
    parameters: parameters.map(({ name: parameter, from, to }) => ({ name: parameter, from, to })),
    objective: { ...objective },
    constraints: constraints.map((constraint) => ({ ...constraint })) as GoalRecord['constraints'],
  };
}

export function storedGoal(row: Pick<Simulation, 'id' | 'study'>): Extract<StoredStudy, { kind: 'goal' }> {
  const study = studyOf(row);
  if (study?.kind !== 'goal') throw new Error(`${row.id} is not a goal`);
  return study;
}
