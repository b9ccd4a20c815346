import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { isUuid } from '../common/crypto.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { momentSchema } from '../common/clock.js';
import { planTiers } from '../config/plans.js';
import { operatorName } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Sql } from '../platform/database/sql.js';
import { Outbox } from '../platform/outbox/outbox.js';

const startedAt = new Date();
let current: { command: string; options: Record<string, unknown> } | undefined;

/** Remembers the command of this process for {@link recordCommand}. */
export function noteCommand(command: Command): void {
  const named = Object.entries({ ...command.opts(), ...withNames(command.args) });
  const options = Object.fromEntries(named.filter(([, value]) => isRecorded(value)));
  current = { command: namesOf(command).join(' '), options };
}

/**
 * Writes the command to the outbox before it runs, and a worker writes it to the security log. The output of a command is not part of
 * the logs of the service, and the message remains if the command is killed.
 */
export async function recordCommand(services: INestApplicationContext, tiersInUse: readonly Tier[]): Promise<void> {
  const message = messageOf();
  const tier = tiersInUse.includes('live') ? 'live' : 'sandbox';
  if (message) await Outbox.append(services.get(Databases).for(tier), message);
}

/** The same for a command without the services of the application. */
export async function recordCommandBySql(sql: Sql): Promise<void> {
  const message = messageOf();
  if (message) await Outbox.appendBySql(sql, message);
}

function messageOf() {
  if (!current) return undefined;
  const payload = { ...current, operator: operatorName(), started_at: startedAt.toISOString() };
  return { kind: 'operator.command' as const, payload };
}

function namesOf(command: Command): string[] {
  const { parent } = command;
  return parent ? [...namesOf(parent), command.name()] : [];
}

const withNames = (values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [`argument_${index + 1}`, value]));

const prefixedId = /^[a-z]{2,5}_[0-9a-f]{32}$/;

/** Ids, tiers, plans and times. Other values can be names, file names or email addresses. */
function isRecorded(value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return true;
  if (typeof value !== 'string') return false;
  const known: readonly string[] = [...tiers, ...planTiers];
  return known.includes(value) || isUuid(value) || prefixedId.test(value) || momentSchema.safeParse(value).success;
}
