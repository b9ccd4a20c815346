import { z } from 'zod';
import { objectType } from '../common/http/documented.decorators.js';
import { createdBySchema, toCreatedBy } from '../common/identity/creator.js';
import type { ShareLink } from '../platform/database/generated/client.js';
import { simulatorLinkSchema, type SimulatorLink } from './share-link.schema.js';

export const shareLinkIdSchema = z
  .string()
  .regex(/^shl_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the share link.', examples: ['shl_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const shape = {
  object: objectType('share_link'),
  id: shareLinkIdSchema,
  run_id: z.string().meta({ description: 'Id of the run.', examples: ['sim_019aa0f55b6e7c3a9d552f0d7c1f4a10'] }),
  created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
  expires_at: z.iso.datetime().meta({ description: 'Time after which the link does not work.' }),
  created_by: createdBySchema,
  simulator: simulatorLinkSchema.nullable().meta({
    description:
      'Parameters that visitors can change, and origins of pages that can embed the simulator; null if they only read the report.',
    examples: [null],
  }),
};

export const shareLinkRecordSchema = z.strictObject(shape).meta({ id: 'ShareLink' });
export type ShareLinkRecord = z.infer<typeof shareLinkRecordSchema>;

export const shareLinkWithUrlSchema = z
  .strictObject({
    ...shape,
    url: z.url().meta({
      description: 'Address of the report, with the token of the link. Only this response contains it.',
      examples: ['https://app.example.com/v1/shared/shr_test_mB1NQ4yTqSIdVVbLwbPSL1I7SUiKRkHIw0z-6Rnw_E4/report'],
    }),
  })
  .meta({ id: 'ShareLinkWithUrl' });
export type ShareLinkWithUrl = z.infer<typeof shareLinkWithUrlSchema>;

export const revokedShareLinkSchema = z.strictObject({ id: shareLinkIdSchema, deleted: z.literal(true) });

export function toShareLinkRecord(link: ShareLink): ShareLinkRecord {
  const { id, runId, createdAt, expiresAt, simulator, ...creator } = link;
  return {
    object: 'share_link',
    id,
    run_id: runId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    created_by: toCreatedBy(creator),
    simulator: simulator as SimulatorLink | null,
  };
}
