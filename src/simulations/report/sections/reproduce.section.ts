import { markup, type Html } from '../../../common/http/html.js';
import type { ReportInput } from '../report-input.js';

export function reproduceSection(input: ReportInput): Html {
  const facts = [
    ['Simulation', input.id],
    ['Workflow', `${input.definition.workflow_id} ${input.definition.version}`],
    ['Definition', input.definitionDigest],
    ['Engine', input.engineVersion ?? 'not recorded'],
    ['Seed', String(input.seed)],
    ['Agents', String(input.agentCount)],
    ['Results', input.digest],
  ];
  return markup`<section>
<h2>Reproduction</h2>
<p>The manifest of the simulation, <code>GET /v1/simulations/${input.id}/manifest</code>, contains the complete model. <code>npm run --silent cli -- simulation reproduce manifest.json</code> computes every agent again with the same engine version and compares the digest of the results.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
</section>`;
}
