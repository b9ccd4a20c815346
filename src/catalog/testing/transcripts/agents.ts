import type { Column } from '../../../engine/columns/column.js';
import type { Scenario, WorkflowDefinition } from '../../../engine/definition.js';
import type { DecisionOutput } from '../../../engine/simulate.js';
import type { AgentValues } from './reference-model.js';

/** A simulation, read by column. */
export interface Run {
  readonly definition: WorkflowDefinition;
  readonly scenario: Scenario;
  readonly output: DecisionOutput;
  readonly columnOf: (name: string) => Column;
}

export function runOf(definition: WorkflowDefinition, scenario: Scenario, output: DecisionOutput): Run {
  const columns = new Map(output.columns.map((column) => [column.name, column]));
  const columnOf = (name: string) => {
    const column = columns.get(name);
    if (!column) throw new Error(`no column ${name}`);
    return column;
  };
  return { definition, scenario, output, columnOf };
}

/** Value of a column for one agent; 0 if the simulation has no such column. */
export function valueOf(run: Run, name: string, agent: number): number {
  return run.columnOf(name).values[agent]!;
}

/**
 * Values of one agent that terms read.
 *
 * @param period period of the states, for decisions with contacts
 */
export function agentValues(run: Run, agent: number, period?: number): AgentValues {
  const { definition, scenario } = run;
  const { decision } = definition;
  const classes = decision.family === 'conditional_logit' ? decision.classes : undefined;
  const ownClass = classes?.[valueOf(run, 'class', agent)];
  return {
    scenario,
    attributes: Object.fromEntries(
      definition.population.attributes.map(({ id }) => {
        const { values, categories } = run.columnOf(`attribute.${id}`);
        return [id, categories ? categories[values[agent]!]! : values[agent]!];
      }),
    ),
    assigned: Object.fromEntries(
      definition.scenario.assignments.map(({ id }) => [id, valueOf(run, `assignment.${id}`, agent)]),
    ),
    states: period === undefined ? {} : { period, ...exposureBefore(run, agent, period) },
    coefficientOf: (id) => ownClass?.coefficients[id] ?? id,
  };
}

/** Shares of the contacts and of the other members of the group that had adopted before a period. */
export function exposureBefore(run: Run, agent: number, period: number) {
  const adoptedAt = run.columnOf('adopted_at').values;
  const count = valueOf(run, 'contacts', agent);
  const contacts = Array.from({ length: count }, (_, k) => valueOf(run, `contact.${k + 1}`, agent));
  const adopted = contacts.filter((contact) => adoptedAt[contact]! < period).length;
  const others = membersOf(run)
    .get(valueOf(run, 'group', agent))!
    .filter((member) => member !== agent);
  const adoptedOthers = others.filter((member) => adoptedAt[member]! < period).length;
  return {
    contacts: count,
    adopted,
    exposure: count === 0 ? 0 : adopted / count,
    group_share: others.length === 0 ? 0 : adoptedOthers / others.length,
  };
}

const membersByRun = new WeakMap<Run, ReadonlyMap<number, readonly number[]>>();

function membersOf(run: Run): ReadonlyMap<number, readonly number[]> {
  const known = membersByRun.get(run);
  if (known) return known;
  const members = new Map<number, number[]>();
  run.columnOf('group').values.forEach((group: number, agent: number) => {
    const own = members.get(group);
    if (own) own.push(agent);
    else members.set(group, [agent]);
  });
  membersByRun.set(run, members);
  return members;
}
