// cspell:ignore mend (a field of the JSON output)
import { Command } from 'commander';
import { tiers } from '../../common/identity/caller.js';
import { loadSettings, type Settings } from '../../config/settings.js';
import { CommandError, jsonOption, print } from '../options.js';
import { recordCommandBySql } from '../operator-command.js';
import { checkDatabase, withDatabase } from './database-checks.js';
import { type Finding, runCheck, findingsOf } from './finding.js';
import { checkRedis } from './redis-checks.js';
import { randomInt } from 'node:crypto';
import { smtpTransport } from '../../platform/mail/mailers.js';
import { z } from 'zod';
import { ChatCompletions, type Completion } from '../../language-model/chat-completions.js';
import { strictObject } from '../../language-model/tasks/task.js';

/** Connects to the mail server, and signs in if the URL contains credentials. It sends no email. */
function checkMail({ smtpUrl }: Settings): Promise<Finding[]> {
  const check = 'mail server';
  const { ok, warning, problem } = findingsOf(check);
  return runCheck(check, async () => {
    if (smtpUrl === undefined) {
      return [warning('not configured: emails are written to the log', 'set SMTP_URL')];
    }
    const transport = smtpTransport(smtpUrl);
    try {
      await transport.verify();
      return [ok(`${new URL(smtpUrl).host} accepts connections`)];
    } catch (error) {
      const text = `${new URL(smtpUrl).host}: ${error instanceof Error ? error.message : String(error)}`;
      return [problem(text, 'correct SMTP_URL or contact the provider; the service cannot send sign-in links')];
    } finally {
      transport.close();
    }
  });
}

/** Advisory locks belong to one database. Two sessions that both get the same lock use two databases. */
function checkTiers(settings: Settings): Promise<Finding[]> {
  const check = 'tiers';
  const { ok, warning, problem } = findingsOf(check);
  const values = [randomInt(2 ** 47)];
  const unknown: Finding = warning('not compared: a database is unavailable');
  return runCheck(check, () =>
    withDatabase(settings, 'live', async (live) => {
      await live.query({ text: 'SELECT pg_advisory_lock($1)', values });
      return withDatabase(settings, 'sandbox', async (sandbox): Promise<Finding[]> => {
        const lock = { text: 'SELECT pg_try_advisory_lock($1) AS separate', values };
        const { rows } = await sandbox.query<{ separate: boolean }>(lock);
        if (rows[0]?.separate) return [ok('two databases')];
        const text = 'LIVE_DATABASE_URL and SANDBOX_DATABASE_URL name the same database';
        return [problem(text, 'use a separate database for each tier')];
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
function checkLanguageModel({ languageModel }: Settings): Promise<Finding[]> {
  const { ok, warning } = findingsOf(check);
  return runCheck(check, async () => {
    if (!languageModel) return [ok('not configured: rules alone read questions')];
    const name = `${languageModel.model} at ${new URL(languageModel.url).host}`;
    const fix = 'correct SVC_LLM_URL, SVC_LLM_MODEL and SVC_LLM_API_KEY; until then, rules alone read questions';
    try {
      const { document } = await new ChatCompletions(languageModel).complete(request);
      if (documentSchema.safeParse(document).success) return [ok(`${name} responds`)];
      return [warning(`${name} wrote another document than requested`, fix)];
    } catch (error) {
      const text = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      return [warning(text, fix)];
    }
  });
}

const help = `
The command sends no email and changes nothing, except that it adds itself to the log of operator commands. It sends one short request to the language model if there is one. The exit code is 1 if it finds a problem.`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the databases, Redis, clocks, mail server, language model and master key')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(runChecks);
}

async function runChecks({ json }: { json?: boolean }): Promise<void> {
  const settings = loadSettings();
  const checks = [
    ...tiers.map((tier) => checkDatabase(settings, tier)),
    ...[checkTiers(settings), checkRedis(settings), checkMail(settings), checkLanguageModel(settings)],
  ];
  const findings = (await Promise.all(checks)).flat();
  const isProblem = ({ level }: Finding) => level === 'problem';
  // After the checks, because they count waiting messages. An unavailable database, or one that cannot store the message, is a finding.
  if (!findings.some((one) => one.check === 'live database' && isProblem(one)))
    await withDatabase(settings, 'live', recordCommandBySql).catch(() => undefined);
  const problems = findings.filter(isProblem).length;
  print(json, { well: problems === 0, findings: findings.map(jsonOf) }, findings.map(lineOf).join('\n'));
  if (problems > 0) throw new CommandError(problems === 1 ? '1 problem found.' : `${problems} problems found.`);
}

/** The JSON output calls the fix `mend`: programs depend on the name. */
const jsonOf = ({ fix, ...finding }: Finding) => ({ ...finding, ...(fix !== undefined && { mend: fix }) });

function lineOf({ check, level, text, fix }: Finding): string {
  return `${level.padEnd(8)} ${check.padEnd(26)} ${text}${fix === undefined ? '' : ` → ${fix}`}`;
}
