import { randomInt } from 'node:crypto';
import type { Settings } from '../../config/settings.js';
import { smtpTransport } from '../../platform/mail/smtp.mailer.js';
import { runCheck, type Finding } from './finding.js';
import { withDatabase } from './open-database.js';

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
