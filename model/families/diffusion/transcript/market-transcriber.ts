import type { Column } from '../../../columns/column.js';
import { columnFinder } from '../../../transcript/stored-agents.js';
import type { DiffusionWith, MarketProcess } from '../diffusion.schema.js';
import { sumOf } from '../../../math/linear-algebra.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { rowEquations } from '../../../equations/evaluate-equations.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { describeProbability } from '../../../transcript/describe-choice.js';
import { transcriptParts } from '../../../transcript/transcript-parts.js';
import { type Paragraph, type Sentence, sentence, fillTemplate } from '../../../transcript/template.js';
import type { DecisionOutput } from '../../../equations/decision-family.js';
import { bandEnds, outcomeCodeFunction, diffusionModel } from '../diffusion.run.js';
import { rateConverters, adoptionStep } from '../market/spread-in-market.js';
import { periodName, describeRandomError, changeDescriber, describeBaseline } from './adoption-sentences.js';
import { noStates } from '../../../equations/products/evaluate-products.js';

interface Spreading {
  /** Share of the market that spreads the adoption in each step: `[step - 1]`. */
  readonly shareOfMarket: Float64Array;
  /** Share of all agents that had adopted before a period. */
  readonly adoptedBefore: (period: number) => number;
}

/** Computes the progress of the adoption from the result columns of a complete run. */
function spreadingReader(columns: readonly Column[], { periods, process }: DiffusionWith<MarketProcess>): Spreading {
  const columnOf = columnFinder(columns);
  const adopted = columnOf('adopted_step').values;
  const spreadUntil = columns.find(({ name }) => name === 'spread_until_step')?.values;
  const steps = periods.count * process.steps_per_period;
  const changes = new Float64Array(steps + 2);
  const adoptions = new Float64Array(steps + 1);
  for (let agent = 0; agent < adopted.length; agent++) {
    const step = adopted[agent]!;
    if (step > steps) continue;
    adoptions[step] = adoptions[step]! + 1;
    changes[step] = changes[step]! + 1;
    const last = spreadUntil?.[agent] ?? steps + 1;
    if (last <= steps) changes[last] = changes[last]! - 1;
  }
  const marketSize = sumOf(columnOf('potential').values);
  const shareOfMarket = new Float64Array(steps);
  let spreaders = 0;
  for (let step = 0; step < steps; step++) {
    spreaders += changes[step]!;
    shareOfMarket[step] = marketSize > 0 ? spreaders / marketSize : 0;
  }
  let sum = 0;
  const adoptedShares = adoptions.map((count) => (sum += count) / adopted.length);
  return { shareOfMarket, adoptedBefore: (period) => adoptedShares[(period - 1) * process.steps_per_period]! };
}

// Bound once: Jest gives each test file its own global object, which makes each lookup of `Math` slow.
const { ceil, min } = Math;

type Market = DiffusionWith<MarketProcess>;

/**
 * Returns a function that writes the transcript of an agent in a fully mixed market: introduction, adoption, probability, outcome at the
 * baseline, and the smallest change of a parameter that would have changed the outcome.
 */
export function marketTranscriber(
  definition: WorkflowOf<Market>,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const model = diffusionModel(decision);
  const parts = transcriptParts(definition, model, scenario, columns);
  const { agents } = parts;
  const equationsOf = rowEquations(parts.explainer.equations, agents.attributes, agents.assigned);
  const describeChange = changeDescriber(definition, scenario, parts);
  const spread = spreadingReader(columns, decision);
  const outcomeOf = outcomeFunction(decision, spread);
  const valueOf = (name: string, index: number) => parts.columnOf(name).values[index]!;
  const converters = rateConverters(model);
  const ratesFrom = (equations: Float64Array) => converters.map((convert, k) => convert(equations[k]!));
  return (index) => {
    const [outcome, baselineOutcome] = [agents.outcomes[index]!, agents.baselineOutcomes[index]!];
    const [reluctance, place, period] = [
      valueOf('reluctance', index),
      valueOf('place', index),
      valueOf('adopted_at', index),
    ];
    const rates = ratesFrom(equationsOf(index));
    const atBaseline = { outcome: baselineOutcome, period: valueOf('baseline_adopted_at', index) };
    const isOutside = place >= valueOf('potential', index);
    const probability = valueOf(`probability.${decision.outcomes[outcome]!.id}`, index);
    const beginning = [
      [...parts.describeAgent(index), ...parts.describeSituation(index)],
      describeAdoption(decision, { period, isOutside, rates }, spread),
    ];
    const comparison = parts.isBaseline ? [] : [describeBaseline(definition, { outcome, period }, atBaseline)];
    if (period === 0) return [...beginning, comparison];
    return [
      ...beginning,
      // An agent outside the market never adopts, so its reluctance does not matter.
      isOutside
        ? [describeProbability(narrative.peers, probability)]
        : describeRandomError(narrative.peers, reluctance, probability),
      comparison,
      describeChange(index, (curvesIn) => {
        const along = curvesIn([noStates])[0]!;
        return (value) => outcomeOf(ratesFrom(along(value)), reluctance, place);
      }),
    ];
  };
}

function outcomeFunction(
  decision: Market,
  { shareOfMarket }: Spreading,
): (rates: readonly number[], reluctance: number, place: number) => number {
  const { count } = decision.periods;
  const { steps_per_period: steps } = decision.process;
  const codeOf = outcomeCodeFunction(decision);
  const observed = shareOfMarket.subarray(0, bandEnds(decision).at(-1)! * steps);
  return ([innovation, imitation, potential, start], reluctance, place) => {
    if (place < min(start!, potential!)) return codeOf(0);
    if (place >= potential!) return codeOf(count + 1);
    return codeOf(ceil(adoptionStep(innovation!, imitation!, observed, steps, reluctance) / steps));
  };
}

interface Adoption {
  readonly period: number;
  readonly isOutside: boolean;
  readonly rates: readonly number[];
}

function describeAdoption(decision: Market, { period, isOutside, rates }: Adoption, spread: Spreading): Paragraph {
  const { story } = decision.process;
  const { count } = decision.periods;
  const hasAdopted = period <= count;
  const share = spread.adoptedBefore(hasAdopted ? Math.max(1, period) : count + 1);
  const words = {
    period: periodName(decision, hasAdopted ? period : count),
    share: displayQuantity(share, 'share'),
  };
  const template = period === 0 ? story.start : isOutside ? story.outside : hasAdopted ? story.adopting : story.waiting;
  return [
    sentence('adoption', fillTemplate(template, words)),
    ...(period > 0 && hasAdopted && !isOutside ? [describePressure(decision, period, rates, spread)] : []),
  ];
}

/** Describes the shares of innovation and imitation in the agent's cumulative adoption rate. */
function describePressure(
  { process }: Market,
  period: number,
  rates: readonly number[],
  { shareOfMarket }: Spreading,
): Sentence {
  const observed = shareOfMarket.subarray(0, period * process.steps_per_period);
  const innovation = rates[0]! * observed.length;
  const imitation = rates[1]! * observed.reduce((sum, share) => sum + share, 0);
  const innovationShare = innovation + imitation > 0 ? innovation / (innovation + imitation) : 0;
  const rounded = Math.round(innovationShare * 100) / 100;
  const text = fillTemplate(process.story.pressure, {
    own: displayQuantity(rounded, 'share'),
    others: displayQuantity(1 - rounded, 'share'),
  });
  return sentence('pressure', text);
}
