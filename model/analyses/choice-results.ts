import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoiceBetweenAlternatives } from '../families/conditional-logit/alternative-attributes.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../simulation/simulate.js';
import { partWorthsOf } from './part-worths.js';
import type { TradeOff } from './trade-off.js';
import { tradeOffsOf } from './trade-offs.js';
import { columnNamed } from '../columns/column.js';
import type { NumericParameter } from '../definition/scenario.schema.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import { analyzedGroups, rowsOfGroups, type AnalyzedAgents, FigureEvaluator } from './figure-evaluator.js';
import { costVariableOf } from './money-measures.js';
import { estimateOfMeans, type FigureSource, meanOf, FigureErrors } from './mean-functions.js';

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
  const found = priceEffectsOf({ definition, seed, columns });
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

const increase = 0.1;
/** The matrix has an entry for each pair. */
const maxAlternatives = 15;
/** Factors of a variable in a definition. */
const maxFactors = 8;
/** Identifiers of definitions cannot contain a dot. */
const priceOf = (alternative: string) => `price.${alternative}`;

/**
 * Changes of the expected shares of all alternatives if the price of one is 10% higher, at the baseline: own effects on the diagonal, and
 * cross effects. Undefined if the choice has no price, or too many alternatives.
 */
function priceEffectsOf({
  definition,
  seed,
  columns,
}: AnalyzedAgents & { readonly definition: WorkflowOf<ConditionalLogit> }) {
  const { decision } = definition;
  const cost = costVariableOf(conditionalLogit.linear(decision));
  const priced = decision.alternatives.filter(({ id }) => {
    const factors = cost?.variable.equations[id];
    return factors !== undefined && factors.length < maxFactors;
  });
  if (!cost || priced.length === 0 || decision.alternatives.length > maxAlternatives || decision.periods)
    return undefined;
  const changed = withPrices(
    definition,
    cost.variable.id,
    priced.map(({ id }) => id),
  );
  const agents = columnNamed(columns, 'outcome').values.length;
  const grouping = analyzedGroups(agents);
  const size = decision.alternatives.length;
  const evaluator = new FigureEvaluator({ definition: changed, seed, columns }, grouping, size);
  const errors = new FigureErrors(definition);
  const rows = rowsOfGroups(grouping, evaluator.agents)[0]!;
  const members = {
    ...{ group: 0, rows, gradientCount: evaluator.gradientCounts[0]!, agents: rows.length },
    ...{ fraction: 1, isWhole: rows.length === agents },
  };
  const baseline = baselineScenario(changed);
  const before = evaluator.source(baseline);
  const differenceOf = (after: FigureSource, part: number) =>
    estimateOfMeans(errors, before, after, { figures: size, parts: [part] }, members, (first, second) => ({
      value: second - first,
      byFirst: -1,
      bySecond: 1,
    }));
  return {
    price: { variable: cost.variable.id, label: cost.variable.label },
    increase,
    rows: priced.map(({ id, label }) => {
      const after = evaluator.source({ ...baseline, [priceOf(id)]: 1 + increase });
      const own = decision.alternatives.findIndex((one) => one.id === id);
      return {
        ...{ alternative: id, label },
        share: meanOf(before, { figures: size, parts: [own] }, rows),
        effects: decision.alternatives.map((other, part) => {
          const { estimate, interval, missing_parts } = differenceOf(after, part);
          return {
            ...{ alternative: other.id, label: other.label, is_own: part === own },
            ...{ change: estimate, interval, missing_parts },
          };
        }),
      };
    }),
  };
}

/** The definition with a parameter that multiplies the price of each alternative. */
function withPrices(
  definition: WorkflowOf<ConditionalLogit>,
  variable: string,
  priced: readonly string[],
): WorkflowOf<ConditionalLogit> {
  const { decision, scenario } = definition;
  const parameters = priced.map((alternative): NumericParameter => ({
    ...{ type: 'number', id: priceOf(alternative), label: alternative, description: '', unit: '×' },
    ...{ default: 1, minimum: 0, maximum: 2, calibrated_range: [1, 1] },
  }));
  return {
    ...definition,
    scenario: { ...scenario, parameters: [...scenario.parameters, ...parameters] },
    decision: {
      ...decision,
      variables: decision.variables.map((own) =>
        own.id === variable
          ? {
              ...own,
              alternatives: Object.fromEntries(
                Object.entries(own.alternatives).map(([id, factors]) => [
                  id,
                  priced.includes(id) ? [...factors, { parameter: priceOf(id) }] : factors,
                ]),
              ),
            }
          : own,
      ),
    },
  };
}
