import type { WorkflowDefinition } from '../../definition.js';
import { isChoiceBetweenAlternatives } from '../../analyses/alternative-attributes.js';
import { partWorthsOf } from '../../analyses/part-worths.js';
import { priceEffectsOf } from '../../analyses/price-effects.js';
import { tradeOffsOf } from '../../analyses/trade-offs.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulation/simulate.js';
import { decimals6 } from '../evidence/round.js';
import type { CalibrationResult } from './result.schema.js';

const seed = 1;
const maxAgents = 2_000;

/** Part-worths, importance, willingness to pay and price effects of a choice between alternatives; null for other decisions. */
export function choiceResults(definition: WorkflowDefinition): NonNullable<CalibrationResult['choice']> | null {
  if (!isChoiceBetweenAlternatives(definition)) return null;
  const partWorths = partWorthsOf(definition);
  const tradeOffs = tradeOffsOf(definition);
  const agentCount = Math.min(definition.population.recommended_agent_count, maxAgents);
  const scenario = baselineScenario(definition);
  const prices = tradeOffs && simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 });
  const priceEffects = prices && priceEffectsOf({ definition, seed, columns: prices.columns });
  if (!partWorths && !priceEffects && !tradeOffs?.trade_offs.length) return null;
  return {
    attributes: (partWorths?.attributes ?? []).map(({ levels, importance, importance_interval: interval, ...own }) => ({
      ...own,
      levels: levels.map(({ effect, effect_interval, centered, centered_interval, ...level }) => ({
        ...level,
        effect: decimals6(effect),
        effect_interval: rounded(effect_interval),
        centered: decimals6(centered),
        centered_interval: rounded(centered_interval),
      })),
      importance: decimals6(importance),
      importance_interval: rounded(interval),
    })),
    left_out: partWorths?.left_out ?? [],
    willingness_to_pay: (tradeOffs?.trade_offs ?? []).map((one) => ({
      feature: one.feature,
      label: one.label,
      kind: one.kind,
      unit: one.unit,
      class_label: one.class_label,
      applies_to: one.applies_to?.label ?? null,
      percentile: one.percentile,
      estimate: decimals6(one.estimate),
      set: one.set && { shape: one.set.shape, limits: rounded(one.set.limits) },
    })),
    price_effects: priceEffects
      ? {
          ...priceEffects,
          rows: priceEffects.rows.map(({ share, effects, ...own }) => ({
            ...own,
            share: decimals6(share),
            effects: effects.map(({ change, interval, missing_parts: _parts, ...effect }) => ({
              ...effect,
              change: decimals6(change),
              interval: rounded(interval),
            })),
          })),
        }
      : null,
  };
}

function rounded(interval: readonly [number, number] | null): [number, number] | null {
  return interval && [decimals6(interval[0]), decimals6(interval[1])];
}
