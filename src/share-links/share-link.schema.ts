import { z } from 'zod';
import { pageQueryShape } from '../common/pagination/page.js';
import { runKinds } from '../simulations/kinds/index.js';

const prefixes = runKinds().map(({ idPrefix }) => idPrefix);

const runIdSchema = z
  .string()
  .regex(new RegExp(`^(${prefixes.join('|')})_[0-9a-f]{32}$`), 'expected the id of a run')
  .meta({
    description: `Id of a run: ${runKinds()
      .map(({ noun }) => noun)
      .join(', ')}.`,
    examples: ['sim_019aa0f55b6e7c3a9d552f0d7c1f4a10'],
  });

export const maxExpiryDays = 90;
export const defaultExpiryDays = 30;

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
  })
  .meta({ examples: [{ run_id: 'sim_019aa0f55b6e7c3a9d552f0d7c1f4a10', expires_in_days: 30 }] });
export type CreateShareLink = z.infer<typeof createShareLinkSchema>;

export const listShareLinksSchema = z.strictObject({
  ...pageQueryShape,
  run_id: runIdSchema.optional().meta({ description: 'Only links to this run.' }),
});
export type ListShareLinks = z.infer<typeof listShareLinksSchema>;
