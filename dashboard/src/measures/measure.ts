import { formatNumber } from '../format/numbers';

/** Value of one agent with an outcome: `constant`, plus `factor` times the value of the parameter of the measure. */
export interface OutcomeValue {
  constant: number;
  factor: number;
}

/** A quantity that the user defines, such as revenue: each agent contributes the value of its outcome. */
export interface Measure {
  id: string;
  name: string;
  /** Such as CHF; may be empty. */
  unit: string;
  /** Name of the numeric parameter that factors multiply; null if all values are constant. */
  parameter: string | null;
  /** By id of the outcome. Outcomes that are missing count 0. */
  values: Record<string, OutcomeValue>;
}

export type Scenario = Record<string, number | string>;

export interface Labeled {
  id: string;
  label: string;
}

/** Measures are stated per this number of agents. */
export const agentsPerMeasure = 1000;

/** The value of one agent by outcome, in a scenario. */
export function agentValues(measure: Measure, scenario: Scenario): Map<string, number> {
  const setting = measure.parameter === null ? 0 : scenario[measure.parameter];
  const multiplier = typeof setting === 'number' ? setting : 0;
  return new Map(
    Object.entries(measure.values).map(([id, { constant, factor }]) => [id, constant + factor * multiplier]),
  );
}

/** The meaning of a measure in words: "Revenue per 1,000 agents: 80 CHF for each agent with the outcome “Train”. All other outcomes count 0." */
export function measureSentence(
  measure: Measure,
  outcomes: readonly Labeled[],
  parameterTitle: string | undefined,
): string {
  const amounts = new Map<string, string[]>();
  for (const { id, label } of outcomes) {
    const text = amountText(measure, measure.values[id], parameterTitle);
    if (text !== undefined) amounts.set(text, [...(amounts.get(text) ?? []), `“${label}”`]);
  }
  const start = `${measure.name} per ${formatNumber(agentsPerMeasure)} agents:`;
  if (amounts.size === 0) return `${start} every outcome counts 0.`;
  const parts = [...amounts].map(
    ([amount, labels]) => `${amount} for each agent with the outcome ${alternatives(labels)}`,
  );
  const counted = [...amounts.values()].flat().length;
  const rest = outcomes.length - counted;
  return `${start} ${parts.join(', ')}.${rest > 0 ? ` ${rest === 1 ? 'The other outcome counts' : 'All other outcomes count'} 0.` : ''}`;
}

/** "80 CHF", "60 × train fares CHF" or "5 CHF + 60 CHF × train fares"; undefined for 0. */
function amountText(
  measure: Measure,
  value: OutcomeValue | undefined,
  parameterTitle = 'parameter',
): string | undefined {
  if (!value) return undefined;
  const factor = measure.parameter === null ? 0 : value.factor;
  const unit = measure.unit && ` ${measure.unit}`;
  const product = `${formatNumber(factor)}${unit} × “${parameterTitle}”`;
  if (factor === 0) return value.constant === 0 ? undefined : `${formatNumber(value.constant)}${unit}`;
  return value.constant === 0 ? product : `${formatNumber(value.constant)}${unit} + ${product}`;
}

function alternatives(labels: readonly string[]): string {
  if (labels.length <= 1) return labels.join('');
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1) ?? ''}`;
}
