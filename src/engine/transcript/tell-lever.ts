import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Parameter, type Scenario } from '../definition/scenario.schema.js';
import { type CompiledUtilities } from '../families/conditional-logit/compile.js';
import { type Explanation } from '../families/conditional-logit/explain.js';
import { type CompiledLever } from '../families/conditional-logit/levers.js';
import { type AgentRecord } from './agent-record.js';
import { type Shown, type Tip, tipWithin } from './lever-tips.js';
import { turnsOf } from './lever-turns.js';
import { asSentence, fillTemplate } from './template.js';

/**
 * The smallest change of one lever that would change this agent's choice, all else and its luck equal. One that ends inside of its calibrated
 * range goes before all that do not, however small; nothing where no lever does within its hard bounds. Changes of different levers are
 * compared as parts of their calibrated ranges.
 */
export function smallestTip(
  definition: WorkflowDefinition,
  scenario: Scenario,
  levers: readonly CompiledLever[],
  utilities: CompiledUtilities,
  agent: AgentRecord,
  explanation: Explanation,
): Tip | undefined {
  const turns = levers.flatMap((lever) => turnsOf(lever, agent, scenario[lever.parameter.id]!, utilities));
  const smallestWithin = (rangeOf: (parameter: Parameter) => readonly [number, number]) =>
    turns
      .flatMap((turn) => {
        const { parameter, current } = turn;
        return tipWithin(turn, rangeOf(parameter), shownBy(definition, parameter, current, explanation)) ?? [];
      })
      .sort((a, b) => sizeOf(a, scenario) - sizeOf(b, scenario))[0];
  return (
    smallestWithin(({ calibrated_range: range }) => range) ??
    smallestWithin(({ minimum, maximum }) => [minimum, maximum])
  );
}

function sizeOf({ parameter, value }: Tip, scenario: Scenario): number {
  const [low, high] = parameter.calibrated_range;
  return Math.abs(value - scenario[parameter.id]!) / (high - low || parameter.maximum - parameter.minimum);
}

/**
 * What would have changed the agent's mind.
 *
 * @param areAllSolved whether every lever was solved for: without it nothing may be said of all of them
 */
export function tellLever(definition: WorkflowDefinition, tip: Tip | undefined, areAllSolved: boolean): string {
  if (!tip) {
    return areAllSolved
      ? 'No single change within the limits of this model would change my mind.'
      : 'I know of no single change that would change my mind.';
  }
  const told = tellTip(definition, tip);
  const [low, high] = tip.parameter.calibrated_range;
  if (tip.value >= low && tip.value <= high) return told;
  return `${areAllSolved ? 'Only a' : 'A'} change beyond what was surveyed would change my mind. ${told}`;
}

function tellTip({ narrative, decision }: WorkflowDefinition, tip: Tip): string {
  const change =
    tip.old === tip.new
      ? `With the slightest change of “${tip.parameter.label}”`
      : fillTemplate(narrative.levers[tip.parameter.id]!.text, { old: tip.old, new: tip.new });
  const { noun } = decision.alternatives[tip.choice]!;
  return asSentence(`${change}, ${fillTemplate(narrative.outcome.would, { alternative: noun })}`);
}

/** The variable a lever is told by; the parameter itself where the agent perceives none of that variable now, whose change tells nothing. */
function shownBy(
  definition: WorkflowDefinition,
  parameter: Parameter,
  current: number,
  { perceived }: Explanation,
): Shown {
  const { variable, alternative } = definition.narrative.levers[parameter.id]!;
  const value = variable && alternative ? perceived[variable]?.[alternative] : undefined;
  if (!value) return { value: current, unit: parameter.unit };
  return { value, unit: definition.decision.variables.find(({ id }) => id === variable)!.unit };
}
