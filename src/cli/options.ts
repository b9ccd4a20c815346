import { InvalidArgumentError, Option } from 'commander';
import { tiers } from '../common/identity/tier.js';
import { planTiers } from '../config/plans.js';

export const tierOption = () =>
  new Option('--tier <tier>', 'the database the key belongs to').choices([...tiers]).makeOptionMandatory();

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

export function print(json: boolean | undefined, object: Record<string, unknown>, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(object) : text}\n`);
}
