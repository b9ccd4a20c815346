import { type WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import { hasCategories } from '../../engine/definition/population.schema.js';
import { type Indicator } from '../../engine/definition/product.schema.js';
import { parameterNumber } from '../../engine/model/products/compile-products.js';
import { type EffectOptions } from '../spec/spec.schema.js';
import { type Rows } from './rows.js';

type Keep = (row: number) => boolean;

/** Rows whose attribute is known and one of the categories, with the number of its position. */
export function rowsOfCategory(
  definition: WorkflowDefinition,
  { people, known }: Rows,
  attribute: string,
  category: string,
): Keep {
  const position = definition.population.attributes.findIndex(({ id }) => id === attribute);
  const { values, categories } = people.columns[position]!;
  const code = categories!.indexOf(category);
  return (row) => values[row] === code && known[position]?.[row] !== 0;
}

/** Rows whose parameter was one of these options, or in this range. */
export function rowsOfOptions(
  { scenario }: WorkflowDefinition,
  { scenarios, scenarioOf }: Rows,
  parameter: string,
  options: EffectOptions,
): Keep {
  const isMet = scenarios.map((met) => {
    if (typeof options === 'object' && !Array.isArray(options))
      return inRange(parameterNumber(scenario.parameters, met, parameter), options);
    return [options].flat().includes(met[parameter] as never);
  });
  return (row) => isMet[scenarioOf[row]!]!;
}

/** Rows for which an indicator holds; one of a state holds for none. */
export function rowsOfIndicator(definition: WorkflowDefinition, rows: Rows, asked: Indicator): Keep {
  if ('state' in asked) return () => false;
  if ('parameter' in asked) return rowsOfOptions(definition, rows, asked.parameter, 'in' in asked ? asked.in : asked);
  const position = definition.population.attributes.findIndex(({ id }) => id === asked.attribute);
  const attribute = definition.population.attributes[position]!;
  const { values } = rows.people.columns[position]!;
  const isKnown: Keep = (row) => rows.known[position]?.[row] !== 0;
  if (!('in' in asked)) return (row) => isKnown(row) && inRange(values[row]!, asked);
  const codes = hasCategories(attribute)
    ? asked.in.map((id) => attribute.categories.findIndex((one) => one.id === id))
    : [];
  return (row) => isKnown(row) && codes.includes(values[row]!);
}

function inRange(value: number, range: { at_least?: number | undefined; at_most?: number | undefined }): boolean {
  return value >= (range.at_least ?? -Infinity) && value <= (range.at_most ?? Infinity);
}

/** How options are named in the evidence. */
export function optionsText(options: EffectOptions): string {
  if (typeof options !== 'object') return String(options);
  if (Array.isArray(options)) return options.join(' or ');
  const parts = [
    ...(options.at_least === undefined ? [] : [`at least ${options.at_least}`]),
    ...(options.at_most === undefined ? [] : [`at most ${options.at_most}`]),
  ];
  return parts.join(' and ');
}
