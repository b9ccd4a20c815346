import { InvalidArgumentError, Option } from 'commander';
import { isUuid } from '../common/ids.js';
import { momentSchema } from '../common/moment.js';
import { tiers } from '../common/identity/tier.js';
import { planTiers } from '../config/plans.js';

export const tierOption = () => new Option('--tier <tier>', 'which database').choices([...tiers]).makeOptionMandatory();

export const planOption = () => new Option('--plan <plan>', 'the plan of the organization').choices([...planTiers]);

export const jsonOption = () => new Option('--json', 'print one JSON object, for programs');

/** A name as the API takes them: 1 to `max` characters, not only blanks. */
export function nameUpTo(max: number): (value: string) => string {
  return (value) => {
    const name = value.trim();
    if (name === '' || [...name].length > max) throw new InvalidArgumentError(`It takes 1 to ${max} characters.`);
    return name;
  };
}

export const organizationIdOption = () =>
  new Option('--organization <id>', 'the id of one organization').argParser((value) => {
    if (!isUuid(value)) throw new InvalidArgumentError('It takes the id of an organization.');
    return value;
  });

/** A moment as the API takes them: with a time zone. */
export function timeOf(value: string): string {
  if (!momentSchema.safeParse(value).success) {
    throw new InvalidArgumentError('It takes a time with its zone, like 2026-11-20T00:00:00Z.');
  }
  return value;
}

export function countUpTo(max: number): (value: string) => number {
  return (value) => {
    const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
    if (count < 1 || count > max) throw new InvalidArgumentError(`It takes a whole number from 1 to ${max}.`);
    return count;
  };
}

export function print(json: boolean | undefined, object: Record<string, unknown>, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(object) : text}\n`);
}
