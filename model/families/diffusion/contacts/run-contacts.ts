import type { Column } from '../../../columns/column.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { type Coefficients, compileEquations, withCoefficients } from '../../../equations/compile-equations.js';
import type { CompiledDecision, DecisionContext } from '../../../equations/decision-family.js';
import { bandEnds, trajectoryColumns, trajectoryMeans } from '../trajectory.js';
import { diffusionModel } from '../diffusion-model.js';
import { drawRandomErrors } from '../random-errors.js';
import type { ContactsProcess, DiffusionWith } from '../diffusion.schema.js';
import { drawNetwork, type Network } from './draw-network.js';
import {
  type Adoption,
  type ContactsTrajectory,
  spreadByContacts,
  type ContactsSetting,
} from './spread-by-contacts.js';
import { seededAgents, seedingOf } from './seeds.js';
import type { Situation } from '../../../population/situation.js';

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

/** Columns for the network, the random errors and the final exposure of each agent. */
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
  const rows = Array.from(adoptedAt.keys())
    .filter((row) => adoptedAt[row]! <= periods)
    .sort((a, b) => adoptedAt[a]! - adoptedAt[b]! || a - b);
  const floatColumn = (name: string, values: ArrayLike<number>): Column => ({
    name,
    type: 'float64',
    values: Float64Array.from(rows, (row) => values[row]!),
  });
  const integerColumn = (name: string, read: (row: number) => number): Column => ({
    name,
    type: 'int32',
    values: Int32Array.from(rows, read),
  });
  return [
    integerColumn('agent', (row) => from + row),
    integerColumn('step', (row) => adoptedAt[row]!),
    integerColumn('adopted_contacts', (row) => trajectory.adoptedContacts[row]!),
    floatColumn('exposure', trajectory.exposure),
    floatColumn('group_share', trajectory.groupShare),
  ];
}
