import { z } from 'zod';

export const leakedKeySchema = z.strictObject({
  key: z
    .string()
    .regex(
      /^sk_(live|test)_[0-9a-f]{64}$/,
      'expected a complete API key: sk_live_ or sk_test_, then 64 hexadecimal digits',
    )
    .meta({ description: 'Complete raw key, as it was found.', examples: [`sk_test_${'0'.repeat(64)}`] }),
});
export type LeakedKey = z.infer<typeof leakedKeySchema>;

export const receivedSchema = z.strictObject({ received: z.literal(true) });
