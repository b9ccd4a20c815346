import { isInWindow, type Periods } from '../../../definition/resolve-scenario.js';
import type { WorkflowDefinition } from '../../../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../../../definition/population.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import type { AttributeTable } from '../../../population/attribute-table.js';
import type { Situation } from '../../../population/situation.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

/** The periods of a choice. */
export interface CompiledPeriods {
  readonly number: number;
  /** Position of the attribute with the last choice. */
  readonly position: number;
  /** Category of the attribute for each alternative. */
  readonly categoryOf: Uint8Array;
}

/** Id of the curve with the share of an alternative in each period. */
export const shareByPeriod = (alternative: string) => `${alternative}_by_period`;

/** Undefined if agents choose once. */
export function compilePeriods(
  { periods, alternatives }: ConditionalLogit,
  attributes: readonly Attribute[],
): CompiledPeriods | undefined {
  if (!periods) return undefined;
  const position = attributes.findIndex(({ id }) => id === periods.last_choice);
  const attribute = attributes[position];
  const categories = attribute && hasCategories(attribute) ? attribute.categories.map(({ id }) => id) : [];
  return {
    number: periods.number,
    position,
    categoryOf: Uint8Array.from(alternatives, ({ id }) => categories.indexOf(id)),
  };
}

export const hasValuesByPeriod = (decision: WorkflowDefinition['decision']) =>
  decision.family === 'conditional_logit' && decision.periods?.by_period !== undefined;

/** Id of the parameter that terms read: another one for a value by period, otherwise the same. */
export function termParameterOf(decision: WorkflowDefinition['decision'], id: string): string {
  const periods = decision.family === 'conditional_logit' ? decision.periods : undefined;
  return periods?.by_period?.find(({ value }) => value === id)?.parameter ?? id;
}

/**
 * Values of the parameters in a period of a scenario.
 *
 * @param calibrated the calibrated baseline
 */
export function scenarioIn(periods: Periods, scenario: Scenario, calibrated: Scenario, period: number): Scenario {
  const values = isInWindow(periods, scenario, period) ? scenario : calibrated;
  const own = (periods.by_period ?? []).filter((one) => one.period === period);
  if (own.length === 0) return values;
  return { ...values, ...Object.fromEntries(own.map(({ parameter, value }) => [parameter, scenario[value]!])) };
}

/** The situation with another last choice, as categories by row. */
export function withLastChoice(
  { position }: Pick<CompiledPeriods, 'position'>,
  situation: Situation,
  categories: Uint8Array,
): Situation {
  const { count, columns } = situation.attributes;
  const attributes: AttributeTable = {
    count,
    columns: columns.map((column, k) =>
      k === position && column.type === 'category' ? { ...column, values: categories } : column,
    ),
  };
  return { ...situation, attributes };
}
