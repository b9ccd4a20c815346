import { LRUCache } from 'lru-cache';
import { stringify } from 'yaml';
import { parseYaml } from '../../../../model/authoring/parse-spec.js';
import type { NumericAttribute, Parameter, WorkflowDefinition } from '../../../../model/definition.js';
import type { FitPlan } from './request.schema.js';
import { fittedDefinition, type FitResult } from './result.schema.js';

/** Third parties read quantiles at these probabilities. The ends of the table have the values of the first and the last of them. */
const probabilities = [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

type Run = FitPlan & { result: FitResult | null };

/** What third parties read of a fit. A spec can have comments for colleagues, and the ends of quantiles are cells of the data. */
export const sharedFit = {
  omitted: ['dataset_id'],
  note: 'This is a shared fit: the dataset and the comments of the spec are not shown. In the definition, distributions have no values of single respondents, and ranges are rounded.',
  of({ dataset_id: _, ...run }: Run): Omit<Run, 'dataset_id'> {
    const { spec, result } = run;
    const definition = result?.definition ? withoutCells(fittedDefinition(result)) : null;
    return { ...run, spec: withoutComments(spec), result: result && { ...result, definition } };
  },
};

/** Specs of recent readers: the longest ones take 100 ms, and many visitors read one fit. */
const recentSpecs = new LRUCache<string, string>({ max: 100 });

function withoutComments(spec: string): string {
  const known = recentSpecs.get(spec) ?? stringify(parseYaml(spec));
  recentSpecs.set(spec, known);
  return known;
}

function withoutCells(definition: WorkflowDefinition): Record<string, unknown> {
  const { population, scenario } = definition;
  const isPooled = population.min_respondents !== undefined;
  const attributes = population.attributes.map((attribute) =>
    'quantiles' in attribute && !isPooled ? { ...attribute, quantiles: trimmed(attribute.quantiles) } : attribute,
  );
  return {
    ...definition,
    population: { ...population, attributes },
    scenario: { ...scenario, parameters: scenario.parameters.map(withRoundedRange) },
  };
}

function trimmed(table: NumericAttribute['quantiles']): NumericAttribute['quantiles'] {
  const values = probabilities.map((probability) => valueAt(table, probability));
  const [low, high] = [values[0]!, values.at(-1)!];
  const step = stepOf(high - low, Math.floor);
  const rounded = values.map((value) => roundedTo(step, value, Math.round));
  return { probabilities: [0, ...probabilities, 1], values: [rounded[0]!, ...rounded, rounded.at(-1)!] };
}

/** Linear between the points of the table. */
function valueAt({ probabilities: points, values }: NumericAttribute['quantiles'], probability: number): number {
  const next = Math.max(
    1,
    points.findIndex((point) => point >= probability),
  );
  const [from, to] = [points[next - 1]!, points[next]!];
  const part = to > from ? (probability - from) / (to - from) : 1;
  return values[next - 1]! + part * (values[next]! - values[next - 1]!);
}

/** The ends of a range can be the lowest and the highest value of a column. It stays as wide, so that it contains the default. */
function withRoundedRange(parameter: Parameter): object {
  if (parameter.type === 'choice') return parameter;
  const { minimum: least, maximum: most, calibrated_range: range, typical_change: change } = parameter;
  const [minimum, maximum] = wider(least, most);
  const typical = change === undefined ? {} : { typical_change: Number(change.toPrecision(2)) };
  return { ...parameter, minimum, maximum, calibrated_range: wider(...range), ...typical };
}

function wider(low: number, high: number): [number, number] {
  if (low === high) return [low, high];
  const step = stepOf(high - low, Math.ceil);
  return [roundedTo(step, low, Math.floor), roundedTo(step, high, Math.ceil)];
}

/** A power of ten of which a range has about 20. One number has two digits. */
const stepOf = (width: number, round: (value: number) => number) =>
  width > 0 ? 10 ** round(Math.log10(width / 20)) : 0;

/** Without binary fractions such as 0.30000000000000004. */
const roundedTo = (step: number, value: number, round: (value: number) => number) =>
  Number(step > 0 ? (round(value / step) * step).toPrecision(12) : value.toPrecision(2));

/** Whether the spec of a fit has example questions. Otherwise, the service writes those of the workflow. */
export function statesExamples(spec: string): boolean {
  const { questions } = parseYaml(spec) as { questions?: { examples?: unknown } };
  return questions?.examples !== undefined;
}
