import { strictObject, z } from 'zod';
import { count, listOf, mapOf, number, positive, share, text, time } from '../../common/schemas.js';
import { versionSchema, workflowVersionSchema } from '../../workflows/case-study.record.js';

/** Only checked to be an object here; a worker thread checks the rest. */
const documentSchema = mapOf(text, z.unknown(), 100).meta({
  description:
    'Complete workflow definition, including `evidence`. Its JSON Schema is at `/schemas/workflow-definition.json`.',
});

export const promoteSchema = strictObject(
  {
    definition: documentSchema,
    visibility: z
      .enum(['private', 'public'])
      .optional()
      .meta({
        description:
          '`private`: available to the organization only. `public`: available to all organizations; only for the organization of the operator. Default: `private`.',
        examples: ['private'],
      }),
    dry_run: z
      .boolean()
      .optional()
      .meta({ description: 'True to check only: nothing is written, and the response is 200. Default: false.' }),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' && issue.keys.includes('decision')
        ? 'is a definition without its envelope: send { "definition": … }, with the definition as the value'
        : undefined,
  },
);
export type Promote = z.infer<typeof promoteSchema>;

export const publishFitSchema = strictObject({
  version: versionSchema.optional().meta({
    description: 'Version of the workflow, higher than the published ones. Default: the version of the spec.',
  }),
  examples: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(100)
    .optional()
    .meta({
      description:
        'Questions that the workflow answers, in place of those of the definition. Default: those of the spec, otherwise questions that the service wrote.',
      examples: [['What share gives if everyone gets the 2:1 match?']],
    }),
});
export type PublishFit = z.infer<typeof publishFitSchema>;

const goldenSchema = strictObject({
  agent_count: positive,
  seed: count,
  digest: text.meta({ examples: ['9c'.repeat(32)] }),
  outcomes: listOf({
    id: text,
    share,
    expected_share: number.meta({ description: 'Mean outcome probability of the model.' }),
  }),
}).meta({
  description:
    'Small simulation of the baseline. The same definition and engine version always produce the same digest.',
});

const disputedSchema = (description: string) =>
  listOf({
    question: text,
    confidence: share,
    nearest: text.meta({ description: 'Example question with the highest similarity.' }),
  }).meta({ description });

const overlapsSchema = listOf({
  workflow_id: text,
  questions: disputedSchema(
    'Example questions of this workflow that are currently routed to the other workflow; at most 10.',
  ),
  taken: disputedSchema('Example questions of the other workflow that would be routed to this workflow; at most 10.'),
}).meta({
  description:
    'Other workflows with similar questions; at most 10. Overlaps are a warning and do not prevent the promotion.',
  examples: [[]],
});

const warningSchema = strictObject({
  code: text.meta({ description: 'Stable code.', examples: ['unbalanced_attribute'] }),
  message: text.meta({ description: 'The problem in plain words, and what to do.' }),
}).meta({ id: 'PromotionWarning' });

export const promotionSchema = strictObject({
  ...workflowVersionSchema.shape,
  created_at: time.nullable().meta({ description: 'Publication time; null in a dry run of a new version.' }),
  dry_run: z.boolean().meta({ description: 'True if nothing was written.', examples: [false] }),
  golden: goldenSchema,
  overlaps: overlapsSchema,
  warnings: z.array(warningSchema).meta({
    description: 'What limits the conclusions from the definition. Warnings do not prevent the promotion.',
    examples: [[]],
  }),
}).meta({ id: 'Promotion' });
export type Promotion = z.infer<typeof promotionSchema>;
