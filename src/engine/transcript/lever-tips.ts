import { type Parameter } from '../definition/scenario.schema.js';
import { type CompiledUtilities } from '../families/conditional-logit/compile.js';
import { bestAfter, type CompiledLever, type Option, tippingChanges } from '../families/conditional-logit/levers.js';
import { utilitiesOf } from '../families/conditional-logit/utilities.js';
import { type AgentRecord } from './agent-record.js';
import { displayQuantity, displayStep } from './quantity.js';
import { scoreOf } from './tell-choice.js';

/** A change of one lever that changes the choice, in the words it is told in. */
export interface Tip {
  readonly parameter: Parameter;
  /** The new value of the parameter. */
  readonly value: number;
  readonly old: string;
  readonly new: string;
  /** The alternative taken then. */
  readonly choice: number;
}

/** What a lever is told by: how much of it the agent perceives now, and in what unit. */
export interface Shown {
  readonly value: number;
  readonly unit: string;
}

type LinearLever = Extract<CompiledLever, { kind: 'linear' }>;
type ShareLever = Extract<CompiledLever, { kind: 'share' }>;

/** The alternatives open to the agent. */
function openTo(agent: AgentRecord): number[] {
  return agent.available.flatMap((available, k) => (available ? [k] : []));
}

/**
 * Where a lever tips the choice, downwards and upwards. The exact value is solved for, then moved on to the next whole minute, franc or
 * percent, at which the choice is looked up again.
 *
 * @param current the parameter's value now
 * @param shown the quantity it is told by, which is proportional to the parameter
 */
export function tipsOfLine(lever: LinearLever, agent: AgentRecord, current: number, shown: Shown): Tip[] {
  const { parameter } = lever;
  if (current === 0 || shown.value === 0) return [];
  const low = utilitiesOf(lever.low, agent.person, agent.assigned, agent.index);
  const high = utilitiesOf(lever.high, agent.person, agent.assigned, agent.index);
  const open = openTo(agent);
  const width = parameter.maximum - parameter.minimum;
  const options = open.map((k): Option => ({ score: scoreOf(agent, k), slope: (high[k]! - low[k]!) / width }));
  const chosen = open.indexOf(agent.outcome);
  const perShown = current / shown.value;
  return tippingChanges(options, chosen).flatMap((change) => {
    const target = nextWhole(shown, shown.value + change / perShown, Math.sign(change));
    const value = target * perShown;
    const best = bestAfter(options, value - current);
    if (value < parameter.minimum || value > parameter.maximum || best === chosen) return [];
    const [old, next] = [shown.value, target].map((quantity) => displayQuantity(quantity, shown.unit));
    return [{ parameter, value, old: old!, new: next!, choice: open[best]! }];
  });
}

/** The first whole step beyond the exact value, in its direction, that is also told differently from the value now. */
function nextWhole({ value, unit }: Shown, exact: number, direction: number): number {
  const step = displayStep(unit);
  const steps = direction > 0 ? Math.floor(exact / step) + 1 : Math.ceil(exact / step) - 1;
  const isToldAlike = displayQuantity(steps * step, unit) === displayQuantity(value, unit);
  return (isToldAlike ? steps + direction : steps) * step;
}

/** An agent joins those assigned once the share passes its draw, and leaves them once the share falls to it: in whole percent. */
export function tipsOfShare(
  lever: ShareLever,
  agent: AgentRecord,
  current: number,
  utilities: CompiledUtilities,
): Tip[] {
  const { parameter, assignment } = lever;
  const isAssigned = agent.assigned[assignment]![0] === 1;
  const assigned = agent.assigned.map((own, k) => (k === assignment ? Uint8Array.of(isAssigned ? 0 : 1) : own));
  const after = utilitiesOf(utilities, agent.person, assigned, agent.index);
  const open = openTo(agent);
  const options = open.map((k): Option => ({ score: after[k]! + agent.errors[k]!, slope: 0 }));
  const choice = open[bestAfter(options, 0)]!;
  const percent = Math.floor(agent.draws[assignment]! * 100) + (isAssigned ? 0 : 1);
  const value = percent / 100;
  if (choice === agent.outcome || value < parameter.minimum || value > parameter.maximum) return [];
  const [old, next] = [current, value].map((share) => displayQuantity(share, parameter.unit));
  return [{ parameter, value, old: old!, new: next!, choice }];
}
