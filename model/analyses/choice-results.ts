import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoiceBetweenAlternatives } from '../families/conditional-logit/alternative-attributes.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../simulation/simulate.js';
import { partWorthsOf } from './part-worths.js';
import { type PriceEffects, priceEffectsOf } from './price-effects.js';
import type { TradeOff } from './trade-off.js';
import { tradeOffsOf } from './trade-offs.js';

const seed = 1;
const maxAgents = 2_000;

/** Part-worths, importance, willingness to pay and price effects of a choice between alternatives; null for other decisions. */
export function choiceResults(definition: WorkflowDefinition) {
  if (!isChoiceBetweenAlternatives(definition)) return null;
  const { attributes = [], left_out = [] } = partWorthsOf(definition) ?? {};
  const { trade_offs: amounts } = tradeOffsOf(definition) ?? {};
  const prices = amounts && pricesOf(definition);
  if (attributes.length === 0 && !amounts?.length && !prices) return null;
  return {
    attributes: attributes.map(({ levels, importance, importance_interval: interval, ...own }) => ({
      ...own,
      levels: levels.map(({ effect, effect_interval, centered, centered_interval, ...level }) => ({
        ...level,
        ...{ effect: rounded(effect), effect_interval: roundedEnds(effect_interval) },
        ...{ centered: rounded(centered), centered_interval: roundedEnds(centered_interval) },
      })),
      importance: rounded(importance),
      importance_interval: roundedEnds(interval),
    })),
    left_out,
    willingness_to_pay: (amounts ?? []).map(amountOf),
    price_effects: prices ?? null,
  };
}

function amountOf({ feature, label, kind, unit, class_label, applies_to, percentile, estimate, set }: TradeOff) {
  return {
    ...{ feature, label, kind, unit, class_label, percentile },
    applies_to: applies_to?.label ?? null,
    estimate: rounded(estimate),
    set: set && { shape: set.shape, limits: roundedEnds(set.limits) },
  };
}

function pricesOf(definition: WorkflowOf<ConditionalLogit>) {
  const agentCount = Math.min(definition.population.recommended_agent_count, maxAgents);
  const scenario = baselineScenario(definition);
  const { columns } = simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 });
  const found: PriceEffects | undefined = priceEffectsOf({ definition, seed, columns });
  return (
    found && {
      ...found,
      rows: found.rows.map(({ share, effects, ...own }) => ({
        ...own,
        share: rounded(share),
        effects: effects.map(({ alternative, label, is_own, change, interval }) => ({
          ...{ alternative, label, is_own },
          ...{ change: rounded(change), interval: roundedEnds(interval) },
        })),
      })),
    }
  );
}

const rounded = (value: number): number => Number(value.toFixed(6)) + 0;

const roundedEnds = (interval: readonly [number, number] | null): [number, number] | null =>
  interval && [rounded(interval[0]), rounded(interval[1])];
