import { randomInt } from 'node:crypto';
import type { Settings } from '../../config/settings.js';
import { smtpTransport } from '../../platform/mail/smtp.mailer.js';
import { examine, type Finding } from './finding.js';
import { withDatabase } from './open-database.js';

/** Greets the mail server, and signs in where the URL says how. No mail is sent. */
export function checkMail({ smtpUrl }: Settings): Promise<Finding[]> {
  const check = 'mail server';
  return examine(check, async () => {
    if (smtpUrl === undefined) {
      return [{ check, level: 'warning', text: 'none: mail is written to the log', mend: 'set SMTP_URL' }];
    }
    const transport = smtpTransport(smtpUrl);
    try {
      await transport.verify();
      return [{ check, level: 'ok', text: `${new URL(smtpUrl).host} takes mail` }];
    } catch (error) {
      const text = `${new URL(smtpUrl).host}: ${error instanceof Error ? error.message : String(error)}`;
      return [
        { check, level: 'problem', text, mend: 'sign-in links cannot be sent; correct SMTP_URL, or ask the provider' },
      ];
    } finally {
      transport.close();
    }
  });
}

/** Locks belong to a database, by whichever name it was reached: two that do not meet are in two databases. */
export function checkTiers(settings: Settings): Promise<Finding[]> {
  const check = 'tiers';
  const values = [randomInt(2 ** 47)];
  const unknown: Finding = { check, level: 'warning', text: 'not compared: a database does not answer' };
  return examine(check, () =>
    withDatabase(settings, 'live', async (live) => {
      await live.query({ text: 'SELECT pg_advisory_lock($1)', values });
      return withDatabase(settings, 'sandbox', async (sandbox): Promise<Finding[]> => {
        const lock = { text: 'SELECT pg_try_advisory_lock($1) AS apart', values };
        const { rows } = await sandbox.query<{ apart: boolean }>(lock);
        if (rows[0]?.apart) return [{ check, level: 'ok', text: 'two databases' }];
        const text = 'LIVE_DATABASE_URL and SANDBOX_DATABASE_URL are one database';
        return [{ check, level: 'problem', text, mend: 'give each tier one of its own' }];
      });
    }).catch(() => [unknown]),
  );
}
