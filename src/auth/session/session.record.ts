import { z } from 'zod';

export const sessionIdSchema = z
  .string()
  .regex(/^ses_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the session.', examples: [`ses_${'0'.repeat(31)}1`] });

const time = z.iso.datetime();

export const sessionRecordSchema = z
  .strictObject({
    session_id: sessionIdSchema,
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
    browser: z
      .string()
      .nullable()
      .meta({ description: 'Browser and system of the sign-in.', examples: ['Firefox on Linux'] }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Network address of the sign-in.', examples: ['203.0.113.9'] }),
    created_at: time.meta({ description: 'Time of the sign-in.' }),
    last_used_at: time.meta({ description: 'Time of the last request, with a precision of one minute.' }),
    expires_at: time.meta({ description: 'Time at which the session ends, unless it is used before.' }),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

export const endedSessionSchema = z.strictObject({ session_id: sessionIdSchema, ended: z.literal(true) });
export const endedSessionsSchema = z.strictObject({
  ended: z
    .int()
    .min(0)
    .meta({ description: 'Number of sessions that ended.', examples: [2] }),
});
