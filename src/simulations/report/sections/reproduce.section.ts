import { markup, type Html } from '../../../common/http/html.js';
import type { ReportInput } from '../report-input.js';

export function reproduceSection(input: ReportInput): Html {
  const facts = [
    ['Simulation', input.id],
    ['Workflow', `${input.definition.workflow_id} ${input.definition.version}`],
    ['Definition', input.definitionDigest],
    ['Engine', input.engineVersion ?? 'not noted'],
    ['Seed', String(input.seed)],
    ['Agents', String(input.agentCount)],
    ['Results', input.digest],
  ];
  return markup`<section>
<h2>How to reproduce</h2>
<p>Save the response of <code>GET /v1/simulations/${input.id}/manifest</code> as <code>manifest.json</code>. It contains the whole model. In a copy of the service, run <code>npm run --silent cli -- simulation reproduce manifest.json</code>. The command computes all agents again on any machine and compares the digest of the results.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
</section>`;
}
