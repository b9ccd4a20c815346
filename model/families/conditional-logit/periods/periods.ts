import { isInWindow, type Periods } from '../../../definition/resolve-scenario.js';
import type { WorkflowDefinition } from '../../../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../../../definition/population.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import type { AttributeTable } from '../../../population/attribute-table.js';
import type { Situation } from '../../../population/situation.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import type { CompiledEquations } from '../../../equations/compile-equations.js';
import type { CompiledChoice } from '../conditional-logit.run.js';

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

export type Side = 'scenario' | 'baseline';

/** The choice that agents repeat. */
export interface RepeatedChoice extends CompiledPeriods {
  /** The choice in each period. */
  readonly choices: readonly CompiledChoice[];
  /** Whether each period has the values of its side. The others have the calibrated values. Default: all have. */
  readonly hasOwnValues?: Readonly<Record<Side, readonly boolean[]>>;
}

/** The choice of the first period. Classes, tastes and terms are the same in all periods. */
export const generalChoice = ({ choices }: RepeatedChoice) => choices[0]!;

export const hasValuesIn = ({ hasOwnValues }: RepeatedChoice, side: Side, period: number) =>
  hasOwnValues?.[side][period - 1] ?? true;

/** The agents in a period, before their last choice is known. */
export function situationIn(repeated: RepeatedChoice, situation: Situation, side: Side, period: number): Situation {
  const own = situation.later?.[period - 2] ?? situation;
  if (hasValuesIn(repeated, side, period)) return own;
  const calibrated = own.assigned.calibrated ?? own.assigned.baseline;
  return { ...own, assigned: { scenario: calibrated, baseline: calibrated } };
}

function withLast(periods: CompiledPeriods, situation: Situation, last: number): Situation {
  return withLastChoice(periods, situation, new Uint8Array(situation.attributes.count).fill(periods.categoryOf[last]!));
}

/** Probabilities of a choice: `[row * alternatives + alternative]`. */
export interface Transition {
  readonly values: Float64Array;
}

/**
 * Computes the shares of the alternatives in each period, by the chain P(j in period t) = Σ P(i in period t - 1) × P(j after i).
 *
 * @param transitionOf probabilities of the choice in a period and a situation
 * @param onPeriod called for each period, in order, with the shares, `[row * alternatives + alternative]`, and the transitions of the period: one
 *   for each last choice, and one in the first period
 */
export function eachPeriod<Own extends Transition>(
  repeated: RepeatedChoice,
  side: Side,
  situation: Situation,
  transitionOf: (period: number, at: Situation) => Own,
  onPeriod: (period: number, shares: Float64Array, after: readonly Own[]) => void,
): void {
  const { number, choices } = repeated;
  const size = generalChoice(repeated).scenario.model.equations.length;
  // Most periods have the same values of the parameters and the same agents. Other transitions are not kept: they are large.
  const isShared = (equations: CompiledEquations) => choices.filter((own) => own[side] === equations).length > 1;
  const known = new Map<CompiledEquations, { readonly hasOwn: boolean; readonly after: readonly Own[] }>();
  const afterOf = (period: number) => {
    const equations = choices[period - 1]![side];
    const hasOwn = hasValuesIn(repeated, side, period);
    const before = situation.later ? undefined : known.get(equations);
    if (before?.hasOwn === hasOwn) return before.after;
    const at = situationIn(repeated, situation, side, period);
    const after = Array.from({ length: size }, (_, last) => transitionOf(period, withLast(repeated, at, last)));
    if (isShared(equations)) known.set(equations, { hasOwn, after });
    return after;
  };
  const first = transitionOf(1, situationIn(repeated, situation, side, 1));
  let shares = first.values;
  onPeriod(1, shares, [first]);
  for (let period = 2; period <= number; period++) {
    const after = afterOf(period);
    shares = nextShares(shares, after, size);
    onPeriod(period, shares, after);
  }
}

function nextShares(now: Float64Array, after: readonly Transition[], size: number): Float64Array {
  const next = new Float64Array(now.length);
  for (let last = 0; last < size; last++) {
    const { values } = after[last]!;
    for (let from = 0; from < now.length; from += size) {
      const share = now[from + last]!;
      for (let at = from; at < from + size; at++) next[at] = next[at]! + share * values[at]!;
    }
  }
  return next;
}

/** The values of a matrix by column, in place of by row. @param columns length of a row */
export function transposed(values: Float64Array, columns: number): Float64Array {
  const rows = values.length / columns;
  const out = new Float64Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) out[column * rows + row] = values[row * columns + column]!;
  return out;
}
