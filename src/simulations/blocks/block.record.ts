import { z } from 'zod';

/** Position of a block in its simulation. */
export const blockIndexSchema = z
  .int()
  .min(0)
  .meta({ description: 'Index of the block, from 0 to `blocks` - 1.', examples: [0] });

export const blockRecordSchema = z
  .strictObject({
    block: blockIndexSchema,
    agent_count: z
      .int()
      .min(1)
      .meta({ description: 'Agents of the block.', examples: [50_000] }),
    bytes: z
      .int()
      .min(1)
      .meta({ description: 'Size of the Parquet file of the agents.', examples: [6_400_000] }),
    digest: z.string().meta({ description: 'SHA-256 of the agents of the block.' }),
  })
  .meta({ id: 'Block' });
export type BlockRecord = z.infer<typeof blockRecordSchema>;
