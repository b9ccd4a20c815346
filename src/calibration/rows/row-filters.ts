import { hasCategories, type Indicator, type WorkflowDefinition } from '../../engine/definition.js';
import { parameterNumber } from '../../engine/model/products/compile-products.js';
import type { EffectOptions } from '../recipe/recipe.schema.js';
import type { Rows } from './rows.js';

type RowFilter = (row: number) => boolean;

/** Filter of rows whose parameter has one of these options or is in this range. */
export function rowsOfOptions(
  { scenario }: WorkflowDefinition,
  { scenarios, scenarioOf }: Rows,
  parameter: string,
  options: EffectOptions,
): RowFilter {
  const isMet = scenarios.map((met) => {
    if (typeof options === 'object' && !Array.isArray(options))
      return inRange(parameterNumber(scenario.parameters, met, parameter), options);
    return [options].flat().includes(met[parameter] as never);
  });
  return (row) => isMet[scenarioOf[row]!]!;
}

/** Filter of rows for which an indicator is true. No row matches an indicator of a state. */
export function rowsOfIndicator(definition: WorkflowDefinition, rows: Rows, indicator: Indicator): RowFilter {
  if ('state' in indicator) return () => false;
  if ('parameter' in indicator)
    return rowsOfOptions(definition, rows, indicator.parameter, 'in' in indicator ? indicator.in : indicator);
  const position = definition.population.attributes.findIndex(({ id }) => id === indicator.attribute);
  const attribute = definition.population.attributes[position]!;
  const { values } = rows.attributes.columns[position]!;
  const isKnown: RowFilter = (row) => rows.known[position]?.[row] !== 0;
  if (!('in' in indicator)) return (row) => isKnown(row) && inRange(values[row]!, indicator);
  const codes = hasCategories(attribute)
    ? indicator.in.map((id) => attribute.categories.findIndex((one) => one.id === id))
    : [];
  return (row) => isKnown(row) && codes.includes(values[row]!);
}

function inRange(value: number, range: { at_least?: number | undefined; at_most?: number | undefined }): boolean {
  return value >= (range.at_least ?? -Infinity) && value <= (range.at_most ?? Infinity);
}

/** Text of options in the evidence. */
export function optionsText(options: EffectOptions): string {
  if (typeof options !== 'object') return String(options);
  if (Array.isArray(options)) return options.join(' or ');
  const parts = [
    ...(options.at_least === undefined ? [] : [`at least ${options.at_least}`]),
    ...(options.at_most === undefined ? [] : [`at most ${options.at_most}`]),
  ];
  return parts.join(' and ');
}
