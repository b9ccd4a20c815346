import { Command } from 'commander';
import { tiers } from '../../common/identity/tier.js';
import { loadSettings } from '../../config/settings.js';
import { CommandError } from '../command-error.js';
import { jsonOption, print } from '../options.js';
import { checkDatabase } from './database-checks.js';
import type { Finding } from './finding.js';
import { checkMail, checkTiers } from './other-checks.js';
import { checkRedis } from './redis-checks.js';

const help = `
Changes nothing and sends nothing. Exit code 1 where something is a problem.`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look over databases, Redis, clocks, mail server and master key')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(examineAll);
}

async function examineAll({ json }: { json?: boolean }): Promise<void> {
  const settings = loadSettings();
  const checks = [
    ...tiers.map((tier) => checkDatabase(settings, tier)),
    ...[checkTiers(settings), checkRedis(settings), checkMail(settings)],
  ];
  const findings = (await Promise.all(checks)).flat();
  const problems = findings.filter(({ level }) => level === 'problem').length;
  print(json, { well: problems === 0, findings }, findings.map(lineOf).join('\n'));
  if (problems > 0) throw new CommandError(problems === 1 ? 'There is a problem.' : `There are ${problems} problems.`);
}

function lineOf({ check, level, text, mend }: Finding): string {
  return `${level.padEnd(8)} ${check.padEnd(26)} ${text}${mend === undefined ? '' : ` → ${mend}`}`;
}
