import { z } from 'zod';
import { workflowVersionSchema } from '../../workflows/case-study.record.js';

/** Looked at only as far as it is an object: the rest is checked in a thread. */
const documentSchema = z.record(z.string(), z.unknown()).meta({
  description:
    'The whole definition, its `evidence` included; its JSON Schema is at `/schemas/workflow-definition.json`.',
  examples: [{ workflow_id: 'my-workflow', version: '1.0.0' }],
});

export const promoteSchema = z.strictObject({
  definition: documentSchema,
  visibility: z
    .enum(['private', 'public'])
    .optional()
    .meta({
      description: '`private` when left out: seen by the organization alone. `public` takes an operator’s key.',
      examples: ['private'],
    }),
  dry_run: z
    .boolean()
    .optional()
    .meta({ description: 'True: all is checked and nothing written; the answer is 200.', examples: [false] }),
});
export type Promote = z.infer<typeof promoteSchema>;

const share = z.number().min(0).max(1);

const goldenSchema = z
  .strictObject({
    agent_count: z.int().min(1),
    seed: z.int().min(0),
    digest: z.string().meta({ examples: ['9c'.repeat(32)] }),
    outcomes: z.array(
      z.strictObject({
        id: z.string(),
        share,
        expected_share: z.number().meta({ description: 'What the closed form says.' }),
      }),
    ),
  })
  .meta({ description: 'A small simulation of the baseline, which the same definition always repeats to the digest.' });

const disputedSchema = (description: string) =>
  z
    .array(
      z.strictObject({
        question: z.string(),
        confidence: share,
        nearest: z.string().meta({ description: 'The example that draws it.' }),
      }),
    )
    .meta({ description });

const overlapsSchema = z
  .array(
    z.strictObject({
      workflow_id: z.string(),
      questions: disputedSchema('Examples of this workflow that the other one gets today; ten at most.'),
      taken: disputedSchema('Examples of the other one that this one would get; ten at most.'),
    }),
  )
  .meta({
    description: 'Other workflows with questions in dispute; ten at most. A warning: nothing is refused for it.',
    examples: [[]],
  });

export const promotionSchema = z
  .strictObject({
    ...workflowVersionSchema.shape,
    created_at: z.iso.datetime().nullable().meta({ description: 'Null in a dry run of what is not there yet.' }),
    dry_run: z.boolean(),
    golden: goldenSchema,
    overlaps: overlapsSchema,
  })
  .meta({ id: 'Promotion' });
export type Promotion = z.infer<typeof promotionSchema>;
