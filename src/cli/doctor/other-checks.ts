import { randomInt } from 'node:crypto';
import type { Settings } from '../../config/settings.js';
import { smtpTransport } from '../../platform/mail/mailers.js';
import { runCheck, type Finding } from './finding.js';
import { withDatabase } from './database-checks.js';
import { z } from 'zod';
import { ChatCompletions, type Completion } from '../../language-model/chat-completions.js';
import { strictObject } from '../../language-model/tasks/task.js';

/** Connects to the mail server, and signs in if the URL contains credentials. It sends no email. */
export function checkMail({ smtpUrl }: Settings): Promise<Finding[]> {
  const check = 'mail server';
  return runCheck(check, async () => {
    if (smtpUrl === undefined) {
      return [{ check, level: 'warning', text: 'not configured: emails are written to the log', fix: 'set SMTP_URL' }];
    }
    const transport = smtpTransport(smtpUrl);
    try {
      await transport.verify();
      return [{ check, level: 'ok', text: `${new URL(smtpUrl).host} accepts connections` }];
    } catch (error) {
      const text = `${new URL(smtpUrl).host}: ${error instanceof Error ? error.message : String(error)}`;
      return [
        {
          check,
          level: 'problem',
          text,
          fix: 'correct SMTP_URL or contact the provider; the service cannot send sign-in links',
        },
      ];
    } finally {
      transport.close();
    }
  });
}

/** Advisory locks belong to one database. Two sessions that both get the same lock use two databases. */
export function checkTiers(settings: Settings): Promise<Finding[]> {
  const check = 'tiers';
  const values = [randomInt(2 ** 47)];
  const unknown: Finding = { check, level: 'warning', text: 'not compared: a database is unavailable' };
  return runCheck(check, () =>
    withDatabase(settings, 'live', async (live) => {
      await live.query({ text: 'SELECT pg_advisory_lock($1)', values });
      return withDatabase(settings, 'sandbox', async (sandbox): Promise<Finding[]> => {
        const lock = { text: 'SELECT pg_try_advisory_lock($1) AS separate', values };
        const { rows } = await sandbox.query<{ separate: boolean }>(lock);
        if (rows[0]?.separate) return [{ check, level: 'ok', text: 'two databases' }];
        const text = 'LIVE_DATABASE_URL and SANDBOX_DATABASE_URL name the same database';
        return [{ check, level: 'problem', text, fix: 'use a separate database for each tier' }];
      });
    }).catch(() => [unknown]),
  );
}

const check = 'language model';
const documentSchema = z.strictObject({ ready: z.boolean() });
const request: Completion = {
  instructions: 'Respond with the JSON document {"ready": true}.',
  data: {},
  name: 'ready',
  schema: strictObject({ ready: { type: 'boolean' } }),
  maxTokens: 50,
};

/** Requests one short document of the form that the service needs. No text of a user is sent. */
export function checkLanguageModel({ languageModel }: Settings): Promise<Finding[]> {
  return runCheck(check, async () => {
    if (!languageModel) return [{ check, level: 'ok', text: 'not configured: rules alone read questions' }];
    const name = `${languageModel.model} at ${new URL(languageModel.url).host}`;
    const fix = 'correct SVC_LLM_URL, SVC_LLM_MODEL and SVC_LLM_API_KEY; until then, rules alone read questions';
    try {
      const { document } = await new ChatCompletions(languageModel).complete(request);
      if (documentSchema.safeParse(document).success) return [{ check, level: 'ok', text: `${name} responds` }];
      return [{ check, level: 'warning', text: `${name} wrote another document than requested`, fix }];
    } catch (error) {
      const text = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      return [{ check, level: 'warning', text, fix }];
    }
  });
}
