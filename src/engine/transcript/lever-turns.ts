import { type Parameter } from '../definition/scenario.schema.js';
import { type CompiledUtilities } from '../families/conditional-logit/compile.js';
import { bestAfter, type CompiledLever, type Option, tippingChanges } from '../families/conditional-logit/levers.js';
import { utilitiesOf } from '../families/conditional-logit/utilities.js';
import { type AgentRecord } from './agent-record.js';
import { scoreOf } from './tell-choice.js';

/** Where one agent's choice turns to another when one parameter is moved one way. All values are the parameter's. */
export interface Turn {
  readonly parameter: Parameter;
  readonly current: number;
  readonly direction: 1 | -1;
  /** Every value beyond this one changes the choice; whether it itself does, `choiceAt` tells. */
  readonly at: number;
  /** The alternative taken at a value in this direction. */
  readonly choiceAt: (value: number) => number;
}

type LinearLever = Extract<CompiledLever, { kind: 'linear' }>;
type ShareLever = Extract<CompiledLever, { kind: 'share' }>;

/** Both turns of a lever, or one, or none; also those beyond the bounds of the parameter. */
export function turnsOf(
  lever: CompiledLever,
  agent: AgentRecord,
  current: number,
  utilities: CompiledUtilities,
): Turn[] {
  switch (lever.kind) {
    case 'linear':
      return turnsOfLine(lever, agent, current);
    case 'share':
      return turnsOfShare(lever, agent, current, utilities);
    case 'curved':
      return [];
  }
}

/** The alternatives open to the agent. */
function openTo(agent: AgentRecord): number[] {
  return agent.available.flatMap((available, k) => (available ? [k] : []));
}

/** The option chosen is the best on one stretch of the parameter, so that beyond either end of it another is. */
function turnsOfLine({ parameter, ...ends }: LinearLever, agent: AgentRecord, current: number): Turn[] {
  const low = utilitiesOf(ends.low, agent.person, agent.assigned, agent.index);
  const high = utilitiesOf(ends.high, agent.person, agent.assigned, agent.index);
  const open = openTo(agent);
  const width = parameter.maximum - parameter.minimum;
  const options = open.map((k): Option => ({ score: scoreOf(agent, k), slope: (high[k]! - low[k]!) / width }));
  return tippingChanges(options, open.indexOf(agent.outcome)).map((change) => ({
    parameter,
    current,
    direction: change > 0 ? 1 : -1,
    at: current + change,
    choiceAt: (value) => open[bestAfter(options, value - current)]!,
  }));
}

/** An agent joins those assigned once the share passes its draw, and leaves them once the share falls to it. */
function turnsOfShare(
  { parameter, assignment }: ShareLever,
  agent: AgentRecord,
  current: number,
  utilities: CompiledUtilities,
): Turn[] {
  const isAssigned = agent.assigned[assignment]![0] === 1;
  const assigned = agent.assigned.map((own, k) => (k === assignment ? Uint8Array.of(isAssigned ? 0 : 1) : own));
  const after = utilitiesOf(utilities, agent.person, assigned, agent.index);
  const open = openTo(agent);
  const options = open.map((k): Option => ({ score: after[k]! + agent.errors[k]!, slope: 0 }));
  const other = open[bestAfter(options, 0)]!;
  if (other === agent.outcome) return [];
  const at = agent.draws[assignment]!;
  const choiceAt = (value: number) => (at < value === isAssigned ? agent.outcome : other);
  return [{ parameter, current, direction: isAssigned ? -1 : 1, at, choiceAt }];
}
