import { type WorkflowOf } from '../../../definition/definition.schema.js';
import { type Scenario } from '../../../definition/scenario.schema.js';
import { compileEquations } from '../../../model/compile-equations.js';
import { evaluateEquations } from '../../../model/evaluate-equations.js';
import { compileLevers, equationsAlong } from '../../../model/levers.js';
import { columnFinder, recordReader } from '../../../transcript/agent-record.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { tellPerson } from '../../../transcript/tell-person.js';
import { tellSituation } from '../../../transcript/tell-situation.js';
import { asSentence, fillTemplate } from '../../../transcript/template.js';
import { type Decided } from '../../../model/decision-family.js';
import { bandEnds, outcomeCodes } from '../course.js';
import { diffusionModel } from '../diffusion-model.js';
import { rateReaders } from '../market/rates.js';
import { stepOfAdoption } from '../market/spread.js';
import { type DiffusionBy, type MarketProcess } from '../schema.js';
import { type Spreading, spreadingReader } from './spreading-reader.js';
import { periodName, tellLuck, tellTurn, tellUsual } from './tell-waiting.js';
import { productContextOf } from '../../../model/products/compile-products.js';

type Market = DiffusionBy<MarketProcess>;

/** Who it is, when it adopted and how far it had spread, what brought it there, the baseline, and what would have changed it. */
export function marketTranscriber(
  definition: WorkflowOf<Market>,
  scenario: Scenario,
  { columns }: Readonly<Decided>,
): (index: number) => string[] {
  const { decision, narrative } = definition;
  const model = diffusionModel(decision);
  const context = productContextOf(definition);
  const compiled = compileEquations(model, context, scenario);
  const levers = compileLevers(definition, model, context, scenario);
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const spread = spreadingReader(columns, decision);
  const named = columnFinder(columns);
  const at = (name: string, index: number) => named(name).values[index]!;
  const readers = rateReaders(model);
  const ratesFrom = (equations: Float64Array) => readers.map((readRate, k) => readRate(equations[k]!));
  return (index) => {
    const agent = read(index);
    const [reluctance, place, period] = [at('reluctance', index), at('place', index), at('adopted_at', index)];
    const own = ratesFrom(evaluateEquations(compiled, agent.person, agent.assigned, index));
    const usual = { outcome: agent.baselineOutcome, period: at('baseline_adopted_at', index) };
    const beginning = [
      [tellPerson(definition, scenario, agent), ...tellSituation(definition, scenario, agent)].join(' '),
      tellAdoption(decision, { period, isOutside: place >= at('potential', index), own }, spread),
    ];
    const otherwise = isBaseline ? [] : [tellUsual(definition, { outcome: agent.outcome, period }, usual)];
    if (period === 0) return [...beginning, ...otherwise];
    return [
      ...beginning,
      tellLuck(narrative.peers, reluctance, at(`probability.${decision.outcomes[agent.outcome]!.id}`, index)),
      ...otherwise,
      tellTurn(definition, scenario, levers, (lever) => {
        const along = equationsAlong(lever.curve, agent.person, agent.assigned);
        return (value) => outcomeOf(decision, ratesFrom(along(value)), { reluctance, place }, spread);
      }),
    ];
  };
}

/** The outcome of an agent at other rates, while the others do what they do. */
function outcomeOf(
  decision: Market,
  [innovation, imitation, potential, start]: readonly number[],
  { reluctance, place }: { reluctance: number; place: number },
  { ofMarket }: Spreading,
): number {
  const { count } = decision.periods;
  const period = (step: number) => Math.ceil(step / decision.process.steps_per_period);
  const code = (at: number) => outcomeCodes(decision, Int32Array.of(at))[0]!;
  if (place < Math.min(start!, potential!)) return code(0);
  if (place >= potential!) return code(count + 1);
  const seen = ofMarket.subarray(0, bandEnds(decision).at(-1)! * decision.process.steps_per_period);
  return code(period(stepOfAdoption(innovation!, imitation!, seen, decision.process.steps_per_period, reluctance)));
}

interface Adoption {
  readonly period: number;
  readonly isOutside: boolean;
  readonly own: readonly number[];
}

function tellAdoption(decision: Market, { period, isOutside, own }: Adoption, spread: Spreading): string {
  const { story } = decision.process;
  const { count } = decision.periods;
  const hasAdopted = period <= count;
  const words = {
    period: periodName(decision, hasAdopted ? period : count),
    share: displayQuantity(spread.adoptedBefore(hasAdopted ? Math.max(1, period) : count + 1), 'share'),
  };
  if (period === 0) return asSentence(fillTemplate(story.start, words));
  if (isOutside) return asSentence(fillTemplate(story.outside, words));
  const told = asSentence(fillTemplate(hasAdopted ? story.adopting : story.waiting, words));
  return hasAdopted ? `${told} ${tellPressure(decision, period, own, spread)}` : told;
}

/** What part of the chances it met came unasked, and what part from those who had it. */
function tellPressure({ process }: Market, period: number, own: readonly number[], { ofMarket }: Spreading): string {
  const seen = ofMarket.subarray(0, period * process.steps_per_period);
  const unasked = own[0]! * seen.length;
  const others = own[1]! * seen.reduce((sum, share) => sum + share, 0);
  const part = unasked + others > 0 ? unasked / (unasked + others) : 0;
  const rounded = Math.round(part * 100) / 100;
  return asSentence(
    fillTemplate(process.story.pressure, {
      own: displayQuantity(rounded, 'share'),
      others: displayQuantity(1 - rounded, 'share'),
    }),
  );
}
