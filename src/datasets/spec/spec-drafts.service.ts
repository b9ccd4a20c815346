import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { KnownParts } from '../../../model/authoring/draft/draft-spec.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { DatasetTasks, type DatasetTask } from '../dataset-tasks.service.js';
import { Datasets } from '../datasets.service.js';
import type { SpecDraftResult } from './draft-dataset-spec.js';
import { strictObject, z } from 'zod';
import { listOf, mapOf, text } from '../../common/schemas.js';

const column = z.string().min(1).max(200);
const columns = z.array(column).max(1_000);
const value = z.string().min(1).max(200);

export const draftSpecSchema = strictObject({
  outcome: column.meta({ description: 'Column that the model predicts.', examples: ['gave'] }),
  parameters: columns.optional().meta({
    description: 'Columns that scenarios can change. Default: a guess, and a question.',
    examples: [['age']],
  }),
  levers: columns.optional().meta({ description: 'Older name of `parameters`, accepted until 1.0.' }),
  randomized: columns
    .optional()
    .meta({ description: 'Columns of `parameters` that were assigned at random. Default: none, and a question.' }),
  change: mapOf(column, z.enum(['set', 'add', 'multiply']), 1_000)
    .optional()
    .meta({
      description:
        'What a scenario does to columns of `parameters` with numbers: `set` gives all agents any value of the range, `add` and `multiply` change the own value of each. Default: `set` for prices, doses and few values, otherwise `multiply` or `add`.',
      examples: [{ age: 'add' }],
    }),
  group: column.nullable().optional().meta({
    description: 'Column with rows that belong together; null for none. Default: a guess, and a question.',
  }),
  id: column.optional().meta({ description: 'Column with the respondent of a row. Default: each row is one.' }),
  weight: column
    .nullable()
    .optional()
    .meta({ description: 'Column with weights; null for none. Default: none, and a question.' }),
  alternatives: z.enum(['wide', 'long', 'rows']).optional().meta({
    description:
      'If the outcome is a choice between alternatives: `wide` for one row for each choice, `long` for one row for each alternative of a choice. `rows`: no choice, each row has an outcome of its own. Default: from the data, and a question if some rows do not fit.',
  }),
  none_chosen: z.enum(['drop', 'opt_out', 'alternative']).optional().meta({
    description:
      'Choices of a long file without a chosen row: `drop` leaves them out, `opt_out` adds an alternative, such as no purchase. Rows of a choice without attributes are this alternative too, unless `alternative` keeps them as they are. Default: a guess, and a question.',
  }),
  event: value
    .optional()
    .meta({ description: 'Value of the outcome that the model predicts. Default: a guess, and a question.' }),
  end: column.nullable().optional().meta({
    description:
      'If the outcome is a duration: column that states whether it ended; null if the outcome is no duration. Default: a guess, and a question if it is uncertain.',
  }),
  order: z.array(value).min(2).max(50).nullable().optional().meta({
    description:
      'Values of an ordered outcome, lowest first; null if they have no order: texts are then alternatives, and whole numbers counts. Default: a guess, and a question.',
  }),
  missing: z.enum(['drop', 'impute']).optional().meta({
    description:
      'What happens to rows without a value: `drop` removes them, `impute` uses the median or the most frequent category. Default: `drop`, and a question.',
  }),
  title: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Title of the workflow. Default: from the outcome and the name of the dataset.' }),
}).meta({ examples: [{ outcome: 'gave' }] });
export type DraftSpecRequest = z.infer<typeof draftSpecSchema>;

export const specDraftSchema = strictObject({
  spec: text.meta({
    description:
      'Spec of the model as YAML, for `POST /v1/fits`. A comment gives the reason for each guess. Questions without an answer have their defaults.',
    examples: [
      'title: Gave in Letters\nformula: gave ~ age\noutcome: { event: 1, label: Gave }\nparameters:\n  age: {}\n',
    ],
  }),
  questions: listOf({
    part: z
      .enum([
        'alternatives',
        'none_chosen',
        'parameters',
        'randomized',
        'group',
        'weight',
        'event',
        'end',
        'order',
        'missing',
      ])
      .meta({ description: 'Field of this request that answers the question.', examples: ['parameters'] }),
    question: text.meta({ examples: ['Which columns should a scenario be able to change?'] }),
    default: text.meta({
      description:
        'Suggested answer. Several columns or values are joined by commas, or by semicolons if one contains a comma; `-` is none.',
      examples: ['age'],
    }),
  }).meta({ description: 'What does not follow from the data, at most 6.' }),
}).meta({ id: 'SpecDraft' });
export type SpecDraftRecord = z.infer<typeof specDraftSchema>;

const smaller = 'upload a random sample of the rows, or remove columns';

const draftTask: DatasetTask = {
  file: join(import.meta.dirname, 'draft-dataset-spec.process.js'),
  advice: {
    time: `the dataset takes too long to read: ${smaller}`,
    memory: `the dataset needs too much memory: ${smaller}`,
    failure: 'no spec can be drafted for this dataset: write one, or name another outcome',
  },
};

@Injectable()
export class SpecDrafts {
  constructor(
    private readonly datasets: Datasets,
    private readonly tasks: DatasetTasks,
  ) {}

  /** Throws {@link AppError} `dataset_not_found`, `invalid_spec`, `service_unavailable`, `rate_limited`. */
  async of(caller: Caller, datasetId: string, request: DraftSpecRequest): Promise<SpecDraftRecord> {
    const { name, id } = await this.datasets.summary(caller, datasetId);
    const { levers, parameters = levers, ...others } = request;
    if (levers && request.parameters)
      throw AppError.validation([
        { path: 'levers', message: 'is the older name of `parameters`: move its columns there' },
      ]);
    const task: { known: KnownParts } = { known: { ...others, parameters, file: name ?? id } };
    const result = await this.tasks.run<typeof task, SpecDraftResult>(caller, datasetId, draftTask, task);
    if (!result) throw new AppError('dataset_not_found');
    if (!result.ok) throw AppError.withIssues('invalid_spec', result.issues);
    return { spec: result.spec, questions: result.questions.map((question) => ({ ...question })) };
  }
}
