import { type Column } from '../../../columns/column.js';
import { type Scenario } from '../../../definition/scenario.schema.js';
import { type Coefficients, compileEquations, withCoefficients } from '../../../model/compile-equations.js';
import { type CompiledDecision, type DecisionContext } from '../../../model/decision-family.js';
import { bandEnds, courseColumns, meansOf } from '../course.js';
import { diffusionModel } from '../diffusion-model.js';
import { drawLuck } from '../luck.js';
import { type ContactsProcess, type DiffusionBy } from '../schema.js';
import { drawNetwork, type Network } from './draw-network.js';
import { type Adoption, type ContactsCourse, spreadByContacts, type World } from './spread.js';
import { seededAgents, seedingOf } from './seeds.js';
import { type Situation } from '../../../population/situation.js';

type Decision = DiffusionBy<ContactsProcess>;

export function compileContacts(decision: Decision, context: DecisionContext): CompiledDecision {
  const { process, periods } = decision;
  const ends = bandEnds(decision);
  const sides = {
    scenario: compileSide(decision, context, context.scenario),
    baseline: compileSide(decision, context, context.baseline),
  };
  const runner = (situation: Situation) => {
    const { key, people, from, replicate } = situation;
    const luck = drawLuck(situation);
    const network = drawNetwork(process.network, key, people.count, replicate);
    const world: World = { people, from, network, reluctance: luck.reluctance };
    let done = 0;
    const afterPeriod = () => situation.onStep?.(++done, 2 * periods.count);
    const run = (side: 'scenario' | 'baseline', draw?: Coefficients) => {
      const { adoption, seeding } = sides[side];
      const seeded = seededAgents(seeding, network, luck.place);
      const own = draw ? withDraw(adoption, draw) : adoption;
      return spreadByContacts(own, world, situation.assigned[side], seeded, periods.count, ends, afterPeriod);
    };
    return { world, run };
  };
  return {
    run(situation) {
      const { world, run } = runner(situation);
      const scenario = run('scenario');
      const columns = courseColumns(decision, scenario, run('baseline'));
      return {
        columns: [...columns, ...ownColumns(world, scenario)],
        events: events(scenario, periods.count, situation.from),
      };
    },
    expect(situation, draws) {
      const { run } = runner(situation);
      return draws.map((draw) => ({
        scenario: meansOf(decision, run('scenario', draw)),
        baseline: meansOf(decision, run('baseline', draw)),
      }));
    },
  };
}

function compileSide(decision: Decision, context: DecisionContext, scenario: Scenario) {
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

/** The network, each agent's luck, and what it had seen when it adopted or, where it never did, before the last period. */
function ownColumns({ network, reluctance, from }: World, course: ContactsCourse): Column[] {
  return [
    { name: 'group', type: 'int32', values: network.groups.of },
    { name: 'contacts', type: 'int32', values: network.degrees },
    { name: 'named', type: 'int32', values: network.named },
    ...contactColumns(network, from),
    { name: 'reluctance', type: 'float64', values: reluctance },
    { name: 'adopted_contacts', type: 'int32', values: course.adoptedContacts },
    { name: 'exposure', type: 'float64', values: course.exposure },
    { name: 'group_share', type: 'float64', values: course.groupShare },
  ];
}

/** `contact.1` and so on: the agents named, -1 where there are fewer. */
function contactColumns({ contacts, degrees, most }: Network, from: number): Column[] {
  return Array.from({ length: most }, (_, k): Column => ({
    name: `contact.${k + 1}`,
    type: 'int32',
    values: Int32Array.from(degrees, (degree, agent) => (k < degree ? from + contacts[agent * most + k]! : -1)),
  }));
}

/** One row for each adoption, in the order of periods: who, when, and what the agent had seen of the others. */
function events(course: ContactsCourse, periods: number, from: number): Column[] {
  const { adoptedAt } = course;
  const rows = Array.from(adoptedAt.keys())
    .filter((row) => adoptedAt[row]! <= periods)
    .sort((a, b) => adoptedAt[a]! - adoptedAt[b]! || a - b);
  const numbers = (name: string, of: ArrayLike<number>): Column => ({
    name,
    type: 'float64',
    values: Float64Array.from(rows, (row) => of[row]!),
  });
  const whole = (name: string, read: (row: number) => number): Column => ({
    name,
    type: 'int32',
    values: Int32Array.from(rows, read),
  });
  return [
    whole('agent', (row) => from + row),
    whole('step', (row) => adoptedAt[row]!),
    whole('adopted_contacts', (row) => course.adoptedContacts[row]!),
    numbers('exposure', course.exposure),
    numbers('group_share', course.groupShare),
  ];
}
