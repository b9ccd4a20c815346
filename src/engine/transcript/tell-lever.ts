import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Parameter, type Scenario } from '../definition/scenario.schema.js';
import { type CompiledUtilities } from '../families/conditional-logit/compile.js';
import { type Explanation } from '../families/conditional-logit/explain.js';
import { type CompiledLever } from '../families/conditional-logit/levers.js';
import { type AgentRecord } from './agent-record.js';
import { type Shown, type Tip, tipsOfLine, tipsOfShare } from './lever-tips.js';
import { asSentence, fillTemplate } from './template.js';

/**
 * The smallest change of one lever that would change this agent's choice, all else and its luck equal; nothing where no lever does within
 * its hard bounds. Changes of different levers are compared as parts of their calibrated ranges.
 */
export function smallestTip(
  definition: WorkflowDefinition,
  scenario: Scenario,
  levers: readonly CompiledLever[],
  utilities: CompiledUtilities,
  agent: AgentRecord,
  explanation: Explanation,
): Tip | undefined {
  const tips = levers.flatMap((lever) => {
    const current = scenario[lever.parameter.id]!;
    return lever.kind === 'linear'
      ? tipsOfLine(lever, agent, current, shownBy(definition, lever.parameter, current, explanation))
      : tipsOfShare(lever, agent, current, utilities);
  });
  const sizeOf = ({ parameter, value }: Tip) => {
    const [low, high] = parameter.calibrated_range;
    return Math.abs(value - scenario[parameter.id]!) / (high - low || parameter.maximum - parameter.minimum);
  };
  return tips.sort((a, b) => sizeOf(a) - sizeOf(b))[0];
}

/** What would have changed the agent's mind. */
export function tellLever(definition: WorkflowDefinition, tip: Tip | undefined): string {
  if (!tip) return 'No single change within the limits of this model would change my mind.';
  const { levers, outcome } = definition.narrative;
  const change = fillTemplate(levers[tip.parameter.id]!.text, { old: tip.old, new: tip.new });
  const { noun } = definition.decision.alternatives[tip.choice]!;
  const told = asSentence(`${change}, ${fillTemplate(outcome.would, { alternative: noun })}`);
  const [low, high] = tip.parameter.calibrated_range;
  const isSurveyed = tip.value >= low && tip.value <= high;
  return isSurveyed ? told : `Only a change beyond what was surveyed would change my mind. ${told}`;
}

function shownBy(
  definition: WorkflowDefinition,
  parameter: Parameter,
  current: number,
  { perceived }: Explanation,
): Shown {
  const { variable, alternative } = definition.narrative.levers[parameter.id]!;
  const value = variable && alternative ? perceived[variable]?.[alternative] : undefined;
  if (value === undefined) return { value: current, unit: parameter.unit };
  return { value, unit: definition.decision.variables.find(({ id }) => id === variable)!.unit };
}
