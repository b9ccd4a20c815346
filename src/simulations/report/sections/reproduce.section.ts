import { markup } from '../../../common/http/html.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

export function reproduceSection(input: ReportInput): Section {
  const { compared } = input;
  const facts = [
    ...(compared ? [['Simulation A', compared.id]] : []),
    [compared ? 'Simulation B' : 'Simulation', input.id],
    ['Workflow', `${input.definition.workflow_id} ${input.definition.version}`],
    ['Definition', input.definitionDigest],
    ['Engine', input.engineVersion ?? 'not recorded'],
    ['Seed', String(input.seed)],
    ['Agents', compared ? `${compared.agentCount} (A), ${input.agentCount} (B)` : String(input.agentCount)],
    ['Scenario', changedValues(input)],
    ...(compared ? [['Scenario B', changedValues({ ...input, scenario: compared.scenario })]] : []),
    ['Results', input.digest],
    ...(compared ? [['Results B', compared.digest]] : []),
  ];
  const content = markup`<p>The manifest of the simulation, <code>GET /v1/simulations/${input.id}/manifest</code>, contains the complete definition of the workflow. <code>npm run --silent cli -- simulation reproduce manifest.json</code> computes every agent again with the same engine version and compares the digest of the results.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;
  return { id: 'reproduction', title: 'Reproduction', content };
}

/** The exact values of the parameters that differ from their defaults, as in a request. */
function changedValues({ definition, scenario }: Pick<ReportInput, 'definition' | 'scenario'>): string {
  const changed = definition.scenario.parameters.filter(({ id, default: baseline }) => scenario[id] !== baseline);
  return JSON.stringify(Object.fromEntries(changed.map(({ id }) => [id, scenario[id]])));
}
