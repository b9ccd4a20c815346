import { InvalidArgumentError, Option } from 'commander';
import { isUuid } from '../common/crypto.js';
import { momentSchema } from '../common/clock.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { planTiers } from '../config/plans.js';

export const tierOption = () =>
  new Option('--tier <tier>', 'tier of the database').choices([...tiers]).makeOptionMandatory();

/** For commands that act in both tiers by default. */
export const eitherTierOption = () => new Option('--tier <tier>', 'one tier. Default: both').choices([...tiers]);

export const tiersOf = ({ tier }: { tier?: Tier }): readonly Tier[] => (tier ? [tier] : tiers);

export const planOption = () => new Option('--plan <plan>', 'plan of the organization').choices([...planTiers]);

export const jsonOption = () => new Option('--json', 'print one JSON object');

/** Accepts the same names as the API: 1 to `maxCharacters` characters, not only spaces. */
export function nameUpTo(maxCharacters: number): (value: string) => string {
  return (value) => {
    const name = value.trim();
    if (name === '' || [...name].length > maxCharacters)
      throw new InvalidArgumentError(`Must have 1 to ${maxCharacters} characters.`);
    return name;
  };
}

export const organizationIdOption = () =>
  new Option('--organization <id>', 'id of an organization').argParser((value) => {
    if (!isUuid(value)) throw new InvalidArgumentError('Must be the id of an organization.');
    return value;
  });

/** Accepts the same times as the API: with a time zone. */
export function timeOf(value: string): string {
  if (!momentSchema.safeParse(value).success) {
    throw new InvalidArgumentError('Must be a time with a time zone, like 2026-11-20T00:00:00Z.');
  }
  return value;
}

export function countUpTo(max: number): (value: string) => number {
  return (value) => {
    const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
    if (count < 1 || count > max) throw new InvalidArgumentError(`Must be a whole number from 1 to ${max}.`);
    return count;
  };
}

export function print(json: boolean | undefined, object: Record<string, unknown>, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(object) : text}\n`);
}

export function day(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value)))
    throw new InvalidArgumentError('Must be a date, like 2025-01-31.');
  return value;
}

/** An expected failure of a command. The CLI prints the message without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
