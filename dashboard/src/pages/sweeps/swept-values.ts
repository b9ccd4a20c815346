import { problemOf, studiedRange, type Parameter } from '../../parameter-form';

/** What the user typed for one parameter of a sweep. */
export interface SweptInput {
  parameter: Parameter;
  kind: 'range' | 'list';
  from: string;
  to: string;
  steps: string;
  /** Numbers separated by spaces, commas or semicolons. */
  list: string;
  /** Chosen options of a parameter with options. */
  options: readonly string[];
}

export type SweptParameter =
  | { name: string; values: (number | string)[] }
  | { name: string; from: number; to: number; steps: number };

/** Maximum points of a sweep. The service rejects more. */
export const maxPoints = 200;
const maxDefaultSteps = 5;

/** All options, or evenly spaced values over the calibrated range. */
export function defaultInput(parameter: Parameter): SweptInput {
  const empty = { parameter, kind: 'range', from: '', to: '', steps: '', list: '', options: [] } as const;
  if (parameter.kind === 'option') return { ...empty, kind: 'list', options: parameter.options.map(({ id }) => id) };
  const [from, to] = studiedRange(parameter);
  const steps = parameter.integer ? Math.min(maxDefaultSteps, to - from + 1) : maxDefaultSteps;
  return { ...empty, from: String(from), to: String(to), steps: String(steps) };
}

export function numbersIn(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number);
}

/** The parameter for the request, or what to change. */
export function sweptParameter(input: SweptInput): { value: SweptParameter } | { problem: string } {
  const { parameter, kind } = input;
  const name = parameter.id;
  if (parameter.kind === 'option')
    return input.options.length === 0
      ? { problem: 'Select at least one option.' }
      : { value: { name, values: [...input.options] } };
  const isAllowed = (value: number) => problemOf(parameter, value) === undefined;
  const bounds = `${parameter.integer ? 'whole numbers' : 'numbers'} from ${parameter.minimum} to ${parameter.maximum}`;
  if (kind === 'list') {
    const values = numbersIn(input.list);
    if (values.length === 0 || !values.every(isAllowed)) return { problem: `Enter ${bounds}, separated by spaces.` };
    return new Set(values).size < values.length
      ? { problem: 'Enter each value once.' }
      : { value: { name, values: values.sort((a, b) => a - b) } };
  }
  const [from, to, steps] = [input.from, input.to, input.steps].map((text) =>
    text.trim() === '' ? NaN : Number(text),
  );
  if (from === undefined || to === undefined || steps === undefined) return { problem: `Enter ${bounds}.` };
  if (!isAllowed(from) || !isAllowed(to)) return { problem: `Enter ${bounds}.` };
  if (from === to) return { problem: 'Enter two different ends of the range.' };
  if (!Number.isInteger(steps) || steps < 2 || steps > maxPoints)
    return { problem: `Enter a whole number of values from 2 to ${maxPoints}.` };
  return { value: { name, from, to, steps } };
}

export function valueCount(parameter: SweptParameter): number {
  return 'values' in parameter ? parameter.values.length : parameter.steps;
}
