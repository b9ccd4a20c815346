import { z } from 'zod';
import { dryRunSchema } from './dry-run/estimate.schema.js';
import { jsonText } from '../common/http/json-text.js';
import { objectType } from '../common/http/documented.decorators.js';
import { isGroup, schemaId, usesLanguageModel, type RecordFormat, type RunKind, type RunRecord } from './run.kind.js';
import { evaluationsMax, modeOf, pointProgressSchema } from './run.modes.js';
import type { RunRow } from './run.row.js';
import { computedRecord, simulationRecordSchema } from './simulation.record.js';
import { count, positiveCount, textOrNull } from './schema-parts.js';

const { workflow_id, workflow_version, agent_count, seed, scenario_context, webhook_url, warnings, ...others } =
  simulationRecordSchema.shape;
const { status, name, notes, metadata, adjustments, created_at, created_by, started_at, completed_at, failure } =
  others;

/** Fields of the request of every kind, also in its dry run. */
const requestShape = {
  workflow_id,
  workflow_version,
  agent_count,
  seed,
  scenario_context,
  webhook_url,
  warnings: warnings.meta({
    description: 'Values of the scenario, and bounds of varied parameters, outside the calibrated range.',
    examples: [[]],
  }),
};

/** What a run of a dataset lacks: it simulates no agents. */
const ofSimulations = {
  ...{ agent_count: true, seed: true, scenario_context: true, scenario: true },
  ...{ adjustments: true, warnings: true, evaluations_max: true },
};
type SimulationField = keyof typeof ofSimulations;

/** Removes the fields of a simulation from a shape or a record of a run of a dataset. Its plan can have warnings of its own. */
export function withoutSimulation<Shape extends object>(shape: Shape): Omit<Shape, SimulationField> {
  const entries = Object.entries(shape).filter(([field]) => !Object.hasOwn(ofSimulations, field));
  return Object.fromEntries(entries) as Omit<Shape, SimulationField>;
}

export const runIdSchema = (kind: Pick<RunKind, 'idPrefix' | 'noun'>) => runIdSchemaOf([kind], kind.noun);

export function runIdSchemaOf(kinds: readonly Pick<RunKind, 'idPrefix'>[], noun: string) {
  const prefixes = kinds.map(({ idPrefix }) => idPrefix);
  return z
    .string()
    .regex(new RegExp(`^${prefixes.length > 1 ? `(${prefixes.join('|')})` : prefixes[0]}_[0-9a-f]{32}$`))
    .meta({ description: `Id of the ${noun}.`, examples: [`${prefixes[0]}_019aa0f55b6e7c3a9d552f0d7c1f4a10`] });
}

/** The record of a run of any kind but the oldest ones, whose records have fields of their own. */
export type DefaultRecord<Plan, Result> = Plan &
  ReturnType<typeof computedRecord> & { object: string; progress: object; quota: number; result: Result | null };

/** Returns the format of the records of a kind: the common fields, its plan and its result. */
export function recordFormat(kind: RunKind & { planOf(row: RunRow): object }): RecordFormat {
  const { fromDataset } = kind;
  const mode = modeOf(kind);
  const own = { object: objectType(kind.name), id: runIdSchema(kind) };
  const schema = z
    .strictObject({
      ...(fromDataset ? { ...own, ...withoutSimulation(requestShape) } : { ...own, ...requestShape }),
      ...kind.planned,
      status,
      name,
      notes,
      metadata,
      ...(!fromDataset && { adjustments }),
      progress: mode.progress,
      quota: positiveCount.meta({
        description: `Simulations counted against the monthly quota. ${mode.quota}`,
        examples: [8],
      }),
      created_at,
      created_by,
      started_at,
      completed_at,
      failure,
      digest: textOrNull.meta({
        description: `SHA-256 of ${mode.digested}; null unless the status is \`completed\`.`,
        examples: [null],
      }),
      result: kind.result
        .nullable()
        .meta({ description: 'The result; null unless the status is `completed`.', examples: [null] }),
    })
    .meta({ id: schemaId(kind) });

  const of = (row: RunRow): DefaultRecord<object, object> => {
    const plan = kind.planOf(row);
    return {
      object: kind.name,
      ...computedRecord(row),
      ...plan,
      progress: mode.progressOf(row, plan),
      quota: row.cost,
      result: row.combined ?? resultOf(row),
    };
  };
  const listed = (row: RunRow) => {
    const record = of(row);
    return { ...record, result: record.result && { ...record.result, ...kind.unlisted } };
  };
  if (!fromDataset) return { schema, of, listed };
  const ofDataset = (record: DefaultRecord<object, object>, row: RunRow): RunRecord => ({
    ...withoutSimulation(record),
    ...kind.planOf(row),
    progress: record.progress,
  });
  return { schema, of: (row) => ofDataset(of(row), row), listed: (row) => ofDataset(listed(row), row) };
}

const resultOf = ({ summary, summaryText }: RunRow): object | null =>
  typeof summaryText === 'string' ? jsonText(summaryText) : (summary as object | null);

const languageModelCostSchema = z
  .strictObject({
    requests: positiveCount.meta({ description: 'Requests without retries.', examples: [50] }),
    estimated_prompt_tokens: positiveCount.meta({
      description:
        'Estimate for all requests: characters of the prompt divided by 4. The tokenizer of the model is unknown.',
      examples: [17_500],
    }),
    estimated_completion_tokens: positiveCount.meta({
      description: 'Estimate for all requests: the maximum of each answer.',
      examples: [2_500],
    }),
  })
  .meta({ id: 'LanguageModelCost', description: 'Estimated use of the language model, without retries.' });

export function dryRunSchemaOf(kind: RunKind) {
  const { work, name: kindName, planned } = kind;
  if (work === 'agents') return dryRunSchema;
  const object = objectType(`${kindName}_dry_run`);
  if (kind.fromDataset)
    return z
      .strictObject({
        object,
        ...withoutSimulation(requestShape),
        ...planned,
        dry_run: z.literal(true),
        cost: dryRunSchema.shape.cost,
      })
      .meta({ id: schemaId(kind, 'DryRun') });
  return z
    .strictObject(
      isGroup(work)
        ? {
            ...dryRunSchema.shape,
            object,
            ...planned,
            ...(!work.inBlocks && { points_total: pointProgressSchema.shape.points_total }),
            expected_run_time: dryRunSchema.shape.expected_run_time.meta({
              description: `Total duration of all ${work.inBlocks ? 'blocks' : 'simulations'}, one after another.`,
            }),
          }
        : {
            object,
            ...requestShape,
            adjustments,
            ...planned,
            dry_run: z.literal(true),
            ...(usesLanguageModel(work)
              ? { language_model: languageModelCostSchema }
              : { evaluations_max: evaluationsMax }),
            cost: dryRunSchema.shape.cost,
          },
    )
    .meta({ id: schemaId(kind, 'DryRun') });
}

export const tableMetaSchema = z.strictObject({ points_total: positiveCount, points_completed: count });
