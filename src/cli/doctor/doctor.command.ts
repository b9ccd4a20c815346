// cspell:ignore mend (a field of the JSON output)
import { Command } from 'commander';
import { tiers } from '../../common/identity/caller.js';
import { loadSettings } from '../../config/settings.js';
import { CommandError, jsonOption, print } from '../options.js';
import { recordCommandBySql } from '../operator-command.js';
import { checkDatabase, withDatabase } from './database-checks.js';
import type { Finding } from './finding.js';
import { checkLanguageModel, checkMail, checkTiers } from './other-checks.js';
import { checkRedis } from './redis-checks.js';

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
