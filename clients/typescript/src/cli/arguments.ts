import { InvalidArgumentError } from 'commander';

type Value = number | string | boolean;

/** `price=0.8` as a name and a value: a number, true, false, or a text. */
export function assignment(text: string): [name: string, value: string] {
  const position = text.indexOf('=');
  if (position < 1) throw new InvalidArgumentError(`“${text}” has no value. Write name=value, such as price=0.8.`);
  return [text.slice(0, position), text.slice(position + 1)];
}

function valueOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** `price=0.8 fare=1.2` as a scenario. */
export const scenarioOf = (texts: readonly string[]): Record<string, Value> =>
  Object.fromEntries(texts.map(assignment).map(([name, text]) => [name, valueOf(text)]));

const longestRange = 1_000;

/** The values of a swept parameter: `0.8,1,1.2`, or `0.8..1.2:5` for five values with equal distances. */
export function valuesOf(text: string): Value[] {
  const range = /^(?<from>[^.]+(?:\.\d+)?)\.\.(?<to>[^:]+):(?<count>\d+)$/.exec(text)?.groups;
  if (!range) return text.split(',').map(valueOf);
  const [from, to, count] = [Number(range['from']), Number(range['to']), Number(range['count'])];
  if (!Number.isFinite(from) || !Number.isFinite(to) || count < 2 || count > longestRange)
    throw new InvalidArgumentError(`“${text}” is no range. Write from..to:count, such as 0.8..1.2:5.`);
  return Array.from({ length: count }, (_, k) => Number((from + ((to - from) * k) / (count - 1)).toPrecision(12)));
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

export function number(text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text))) throw new InvalidArgumentError('Expected a number.');
  return Number(text);
}
