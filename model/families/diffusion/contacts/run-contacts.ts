import type { Scenario } from '../../../definition/scenario.schema.js';
import {
  type ContactsProcess,
  type SeedingStrategy,
  seedingStrategies,
  type DiffusionWith,
} from '../diffusion.schema.js';
import { type Network, drawNetwork } from './draw-network.js';
import type { Column } from '../../../columns/column.js';
import { type Coefficients, compileEquations, withCoefficients } from '../../../equations/compile-equations.js';
import type { CompiledDecision, DecisionContext } from '../../../equations/decision-family.js';
import {
  adoptersUntil,
  bandEnds,
  trajectoryColumns,
  trajectoryMeans,
  diffusionModel,
  drawRandomErrors,
} from '../diffusion.run.js';
import {
  type Adoption,
  type ContactsTrajectory,
  spreadByContacts,
  type ContactsSetting,
} from './spread-by-contacts.js';
import type { Situation } from '../../../population/situation.js';

/** Agents that have adopted before the first period, according to a scenario. */
export interface Seeding {
  /** Share of each group. */
  readonly share: number;
  readonly strategy: SeedingStrategy;
}

/** Reads the seeding from a scenario. Without seeding parameters the share is 0. */
export function seedingOf({ seeding }: ContactsProcess, scenario: Scenario): Seeding {
  const strategy = seedingStrategies.find((known) => seeding && known === scenario[seeding.strategy]);
  return { share: seeding ? Number(scenario[seeding.share]) : 0, strategy: strategy ?? 'at_random' };
}

/**
 * Selects the seeded agents: 1 or 0 for each agent. In each group, the first members in the order of the strategy are seeded, up to the share.
 * The group's random draw decides whether their number is rounded up or down. A greater share therefore only adds agents, and every strategy
 * seeds the same number.
 *
 * @param place random draw of each agent, which breaks ties within a strategy
 */
export function seededAgents({ share, strategy }: Seeding, network: Network, place: Float64Array): Uint8Array {
  const { starts } = network.groups;
  const seeded = new Uint8Array(place.length);
  if (share <= 0) return seeded;
  for (let group = 0; group + 1 < starts.length; group++) {
    const [start, end] = [starts[group]!, starts[group + 1]!];
    const size = end - start;
    const seedCount = Math.floor(share * size + network.rounding[group]!);
    const members = Array.from({ length: size }, (_, k) => start + k).sort((a, b) => place[a]! - place[b]!);
    for (const agent of inSeedingOrder(strategy, members, network).slice(0, seedCount)) seeded[agent] = 1;
  }
  return seeded;
}

/** @param members in ascending order of their random draws */
function inSeedingOrder(strategy: SeedingStrategy, members: readonly number[], network: Network): readonly number[] {
  switch (strategy) {
    case 'at_random':
      return members;
    case 'most_named':
      // The sort is stable, so ties stay in random order.
      return [...members].sort((a, b) => network.named[b]! - network.named[a]!);
    case 'together':
      return breadthFirst(members, network);
  }
}

/** Breadth-first order along contacts from the first member, then from the next member not yet reached. */
function breadthFirst(members: readonly number[], { contacts, maxContacts, degrees }: Network): number[] {
  const reached = new Set<number>();
  for (const first of members) {
    if (reached.has(first)) continue;
    reached.add(first);
    const queue = [first];
    for (let k = 0; k < queue.length; k++) {
      const agent = queue[k]!;
      for (const contact of contacts.subarray(agent * maxContacts, agent * maxContacts + degrees[agent]!)) {
        if (reached.has(contact)) continue;
        reached.add(contact);
        queue.push(contact);
      }
    }
  }
  return [...reached];
}

type Decision = DiffusionWith<ContactsProcess>;

/** Compiles a diffusion along contacts for a scenario and the baseline. */
export function compileContacts(decision: Decision, context: DecisionContext): CompiledDecision {
  const { process, periods } = decision;
  const ends = bandEnds(decision);
  const compiled = {
    scenario: compileScenario(decision, context, context.scenario),
    baseline: compileScenario(decision, context, context.baseline),
  };
  const runner = (situation: Situation) => {
    const { key, attributes, from, replicate } = situation;
    const errors = drawRandomErrors(situation);
    const network = drawNetwork(process.network, key, attributes.count, replicate);
    const setting: ContactsSetting = { attributes, from, network, reluctance: errors.reluctance };
    let periodsDone = 0;
    const afterPeriod = () => situation.onStep?.(++periodsDone, 2 * periods.count);
    const run = (scenario: 'scenario' | 'baseline', draw?: Coefficients) => {
      const { adoption, seeding } = compiled[scenario];
      const seeded = seededAgents(seeding, network, errors.place);
      const equations = draw ? withDraw(adoption, draw) : adoption;
      return spreadByContacts(
        equations,
        setting,
        situation.assigned[scenario],
        seeded,
        periods.count,
        ends,
        afterPeriod,
      );
    };
    return { setting, run };
  };
  return {
    run(situation) {
      const { setting, run } = runner(situation);
      const scenario = run('scenario');
      const columns = trajectoryColumns(decision, scenario, run('baseline'));
      return {
        columns: [...columns, ...contactsColumns(setting, scenario)],
        events: events(scenario, periods.count, situation.from),
      };
    },
    expect(situation, draws) {
      const { run } = runner(situation);
      return draws.map((draw) => ({
        scenario: trajectoryMeans(decision, run('scenario', draw)),
        baseline: trajectoryMeans(decision, run('baseline', draw)),
      }));
    },
  };
}

function compileScenario(decision: Decision, context: DecisionContext, scenario: Scenario) {
  const model = diffusionModel(decision);
  return {
    adoption: {
      fixed: compileEquations(model, context, scenario, 'fixed'),
      moving: compileEquations(model, context, scenario, 'moving'),
    },
    seeding: seedingOf(decision.process, scenario),
  };
}

function withDraw({ fixed, moving }: Adoption, draw: Coefficients): Adoption {
  return { fixed: withCoefficients(fixed, draw), moving: withCoefficients(moving, draw) };
}

function contactsColumns({ network, reluctance, from }: ContactsSetting, trajectory: ContactsTrajectory): Column[] {
  return [
    { name: 'group', type: 'int32', values: network.groups.groupOf },
    { name: 'contacts', type: 'int32', values: network.degrees },
    { name: 'named', type: 'int32', values: network.named },
    ...contactColumns(network, from),
    { name: 'reluctance', type: 'float64', values: reluctance },
    { name: 'adopted_contacts', type: 'int32', values: trajectory.adoptedContacts },
    { name: 'exposure', type: 'float64', values: trajectory.exposure },
    { name: 'group_share', type: 'float64', values: trajectory.groupShare },
  ];
}

/** Columns `contact.1`, `contact.2`, …: indices of the named agents, or -1 if an agent names fewer. */
function contactColumns({ contacts, degrees, maxContacts }: Network, from: number): Column[] {
  return Array.from({ length: maxContacts }, (_, k): Column => ({
    name: `contact.${k + 1}`,
    type: 'int32',
    values: Int32Array.from(degrees, (degree, agent) => (k < degree ? from + contacts[agent * maxContacts + k]! : -1)),
  }));
}

/** Event table with one row per adoption, in order of periods: agent, period and exposure. */
function events(trajectory: ContactsTrajectory, periods: number, from: number): Column[] {
  const { adoptedAt } = trajectory;
  const rows = adoptersUntil(periods, adoptedAt);
  const integers = (name: string, valueOf: (row: number) => number): Column => ({
    name,
    type: 'int32',
    values: Int32Array.from(rows, valueOf),
  });
  const shares = (name: string, values: Float64Array): Column => ({
    name,
    type: 'float64',
    values: Float64Array.from(rows, (row) => values[row]!),
  });
  return [
    integers('agent', (row) => from + row),
    integers('step', (row) => adoptedAt[row]!),
    integers('adopted_contacts', (row) => trajectory.adoptedContacts[row]!),
    shares('exposure', trajectory.exposure),
    shares('group_share', trajectory.groupShare),
  ];
}
