import { z } from 'zod';
import { objectType, type ApiTag } from '../common/http/documented.decorators.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { createdBySchema, toCreatedBy } from '../common/identity/creator.js';
import { pageQueryShape } from '../common/pagination/page.js';
import type { ShareLink } from '../platform/database/generated/client.js';
import { runKinds } from '../simulations/kinds/index.js';

export const shareLinksTag: ApiTag = {
  name: 'Share links',
  description: 'Links with which anyone can read one completed run, without a credential, until they expire.',
};

const prefixes = runKinds().map(({ idPrefix }) => idPrefix);
const maxExpiryDays = 90;
const defaultExpiryDays = 30;

const runIdSchema = z
  .string()
  .regex(new RegExp(`^(${prefixes.join('|')})_[0-9a-f]{32}$`), 'expected the id of a run')
  .meta({
    description: `Id of a run: ${runKinds()
      .map(({ noun }) => noun)
      .join(', ')}.`,
    examples: ['sim_019aa0f55b6e7c3a9d552f0d7c1f4a10'],
  });

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const originPattern = new RegExp(`^(https://${label}([.]${label})*|http://localhost)(:\\d{1,5})?$`);

/** Origins of pages that embed a simulator. A policy of the browser contains them: no other characters. */
const originSchema = z
  .string()
  .max(200)
  .refine((text) => originPattern.test(text) && URL.canParse(text), {
    error: 'expected an origin, such as https://example.com: in lower case, without a path',
  });

export const simulatorLinkSchema = z.strictObject({
  parameters: z
    .array(z.string())
    .min(1)
    .max(200)
    .meta({
      description: 'Ids of the parameters that visitors can change, at least one.',
      examples: [['swissmetro_cost_factor']],
    }),
  origins: z
    .array(originSchema)
    .max(20)
    .default([])
    .meta({
      description: 'Origins of the pages that can embed the simulator, at most 20. Default: none.',
      examples: [['https://example.com']],
    }),
});
export type SimulatorLink = z.infer<typeof simulatorLinkSchema>;

export const createShareLinkSchema = z
  .strictObject({
    run_id: runIdSchema,
    expires_in_days: z
      .int()
      .min(1)
      .max(maxExpiryDays)
      .default(defaultExpiryDays)
      .meta({ description: 'Days until the link expires, 1 to 90. Default: 30.', examples: [30] }),
    simulator: simulatorLinkSchema.optional().meta({
      description:
        'Visitors change these parameters of a simulation in their browser, which gets the model for that: coefficients and distributions, and never rows of a table. Default: they only read the report.',
    }),
    allow_exact_values: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Visitors of a simulator can get values of single respondents. Needed for workflows of the organization whose definition has no `population.min_respondents`, such as those of fits before release 0.4. Default: false.',
        examples: [false],
      }),
  })
  .meta({ examples: [{ run_id: 'sim_019aa0f55b6e7c3a9d552f0d7c1f4a10', expires_in_days: 30 }] });
export type CreateShareLink = z.infer<typeof createShareLinkSchema>;

export const listShareLinksSchema = z.strictObject({
  ...pageQueryShape,
  run_id: runIdSchema.optional().meta({ description: 'Only links to this run.' }),
});
export type ListShareLinks = z.infer<typeof listShareLinksSchema>;

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

const tokenPrefixes = { live: 'shr_live_', sandbox: 'shr_test_' } as const satisfies Record<Tier, string>;
const tokenPattern = /^shr_(live|test)_[\w-]{43}$/;

/** @param secret 32 random bytes */
export function formatShareToken(tier: Tier, secret: Buffer): string {
  return `${tokenPrefixes[tier]}${secret.toString('base64url')}`;
}

/** Returns the tier of a token, or undefined if its format is invalid, so that no database needs to be queried. */
export function tierOfShareToken(token: string): Tier | undefined {
  return tokenPattern.test(token) ? tiers.find((tier) => token.startsWith(tokenPrefixes[tier])) : undefined;
}
