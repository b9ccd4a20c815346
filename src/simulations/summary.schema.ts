import { z } from 'zod';

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const interval = z.tuple([z.number(), z.number()]).meta({ description: '95%: lower and upper end.' });

const outcomeShape = {
  id: z.string().meta({ examples: ['train'] }),
  label: z.string().meta({ examples: ['Train'] }),
  count,
  share,
  interval,
  baseline_share: share,
  baseline_interval: interval,
  difference: z.number().meta({ description: 'Share less baseline share, of the same agents.' }),
  difference_interval: interval,
};

const groupSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  agent_count: count,
  outcomes: z.array(z.strictObject(outcomeShape)),
});

/** The answer of a simulation in numbers; what they mean stands in the engine, beside how they are made. */
export const summarySchema = z
  .strictObject({
    agent_count: count,
    outcomes: z.array(
      z.strictObject({
        ...outcomeShape,
        expected_share: share.meta({ description: 'The share without the luck of the draw.' }),
        baseline_expected_share: share,
      }),
    ),
    segments: z
      .array(
        z.strictObject({
          attribute: z.string(),
          label: z.string(),
          unit: z.string().optional(),
          groups: z.array(groupSchema),
        }),
      )
      .meta({ description: 'The outcomes by one attribute.' }),
    flows: z
      .array(z.strictObject({ from: z.string(), to: z.string(), count, share }))
      .meta({ description: 'Who moved from what to what, compared with the baseline; largest first.' }),
  })
  .meta({ id: 'SimulationSummary' });
