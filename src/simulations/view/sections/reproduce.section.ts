import { facts, text, section } from '../blocks.js';
import type { ViewInput } from '../view-input.js';
import type { Section } from '../view.schema.js';

/** The ids, digests and values with which the results can be computed again. */
export function reproduceSection(input: ViewInput): Section {
  const { compared, definition } = input;
  const known = facts(
    [
      ['Simulation A', compared?.id],
      [compared ? 'Simulation B' : 'Simulation', input.id],
      ['Workflow', `${definition.workflow_id} ${definition.version}`],
      ['Definition', input.definitionDigest],
      ['Engine', input.engineVersion ?? 'not recorded'],
      ['Seed', String(input.seed)],
      ['Agents', compared ? `${compared.agentCount} (A), ${input.agentCount} (B)` : String(input.agentCount)],
      ['Scenario A', compared && changedValues({ definition, scenario: compared.scenario })],
      [compared ? 'Scenario B' : 'Scenario', changedValues(input)],
      ['Results A', compared?.digest],
      [compared ? 'Results B' : 'Results', input.digest],
    ],
    true,
  );
  return section(
    'reproduction',
    'Reproduction',
    'reproduction',
    text(
      `GET /v1/simulations/${input.id}/manifest returns the complete definition of the workflow and, in “meta.reproduce”, programs that create the simulation again. The command “npm run --silent cli -- simulation reproduce manifest.json” computes every agent again with the same engine version and compares the digest of the results.`,
    ),
    known,
  );
}

/** The exact values of the parameters that differ from their defaults, as in a request. */
function changedValues({ definition, scenario }: Pick<ViewInput, 'definition' | 'scenario'>): string {
  const changed = definition.scenario.parameters.filter(({ id, default: baseline }) => scenario[id] !== baseline);
  return JSON.stringify(Object.fromEntries(changed.map(({ id }) => [id, scenario[id]])));
}
